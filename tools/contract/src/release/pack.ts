import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { manifestOf } from '../manifest.ts'
import { publishedOf, tagOf } from './upload.ts'

/** The folders of the published packages, each after those that it depends on. */
export const folders = ['spec', ...PUBLISHED]

/** One package of changesets' plan of what to publish. */
interface Release {
  readonly name: string
  readonly version: string
  tag: string
  /** Only in the plan of packed files. */
  readonly tarball: { readonly path: string }
}

/**
 * Packs what the registry lacks into a folder for `changeset publish --from-pack-dir`, has publint and attw check the files,
 * and adds a bill of materials (CycloneDX) for each package: all it depends on.
 */
export function pack(root: string, to: string): 0 {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, stdio: 'inherit' })
  const folder = resolve(to)
  mkdirSync(folder, { recursive: true })
  // turbo leaves files that it did not make in the folders that it restores (vercel/turborepo 10951).
  for (const each of PUBLISHED) rmSync(join(root, each, 'dist'), { recursive: true, force: true })
  run('turbo', 'run', 'build', '--filter=!@trading-network/docs', '--output-logs=errors-only')
  const plan = join(folder, 'publish-plan.json')
  const read = (): Release[][] => JSON.parse(readFileSync(plan, 'utf8')).plan
  run('changeset', 'publish-plan', '--output', plan)
  // changesets gives one tag to all packages, also to a version of an older line.
  const chunks = read().map(chunk => chunk.filter(({ version }) => !version.endsWith('-next')))
  for (const release of chunks.flat()) release.tag = tagOf(release.version, publishedOf(release.name).tags)
  writeFileSync(plan, JSON.stringify({ version: 1, plan: chunks }))
  run('changeset', 'pack', '--from-publish-plan', plan, '--out-dir', folder)
  const releases = read().flat()
  for (const { name, tarball } of releases) check(root, name, join(folder, tarball.path))
  console.log(`publint and attw found nothing wrong in ${releases.length} packages.`)
  if (releases.length > 0)
    run(
      'pnpm',
      ...['sbom', '--sbom-format', 'cyclonedx', '--prod', '--split'],
      ...['--out', join(folder, 'packages/%s-%v.cdx.json')],
      ...releases.flatMap(({ name }) => ['--filter', name]),
    )
  return 0
}

/** Has publint and attw look at the files that a stranger would install. The package of the contract has no types. */
function check(root: string, name: string, file: string): void {
  const tools = join(root, 'tools/contract/node_modules/.bin')
  quietly(join(tools, 'publint'), '--strict', file)
  const folder = PUBLISHED.find(each => manifestOf(root, each).name === name)
  if (folder === undefined) return
  // Packages without `main` are for versions of Node that load ES modules with require.
  const profile = manifestOf(root, folder).publishConfig.main ? [] : ['--profile', 'esm-only']
  quietly(join(tools, 'attw'), file, ...profile)
}

/** Runs a program whose output is shown only when it fails. */
function quietly(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
}
