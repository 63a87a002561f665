import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { manifestOf } from '../manifest.ts'

/** The folders of the published packages, each after those that it depends on. */
export const folders = ['spec', ...PUBLISHED]

interface Packed {
  readonly name: string
  readonly tarball: { readonly path: string }
}

/**
 * Packs each version that git has no tag of, the last state of a release, into a folder with a plan of changesets, has publint
 * and attw check the files, and adds a bill of materials (CycloneDX) for each package: all it depends on.
 */
export function pack(root: string, to: string): void {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, stdio: 'inherit' })
  if (!existsSync(join(root, 'packages/docs/dist/search.json')))
    throw new Error(
      'The server contains the reference site, which is not built. Run `pnpm build`, then this again.',
    )
  const folder = resolve(to)
  mkdirSync(folder, { recursive: true })
  // turbo leaves files that it did not make in the folders that it restores (vercel/turborepo 10951).
  for (const each of PUBLISHED) rmSync(join(root, each, 'dist'), { recursive: true, force: true })
  run('turbo', 'run', 'build', '--filter=!@trading-network/docs', '--output-logs=errors-only')
  const tags = execFileSync('git', ['tag'], { cwd: root, encoding: 'utf8' }).split('\n')
  const waiting = folders
    .map(each => manifestOf(root, each))
    .filter(({ name, version }) => !version.endsWith('-next') && !tags.includes(`${name}@${version}`))
  const plan = join(folder, 'publish-plan.json')
  const entries = waiting.map(({ name, version }) => ({ kind: 'publish', name, version }))
  writeFileSync(plan, JSON.stringify({ version: 1, plan: [entries] }))
  run('changeset', 'pack', '--from-publish-plan', plan, '--out-dir', folder)
  const packed: Packed[] = JSON.parse(readFileSync(plan, 'utf8')).plan.flat()
  for (const { name, tarball } of packed) check(root, name, join(folder, tarball.path))
  console.log(`publint and attw found nothing wrong in ${packed.length} packages.`)
  if (packed.length > 0)
    run(
      'pnpm',
      ...['sbom', '--sbom-format', 'cyclonedx', '--prod', '--split'],
      ...['--out', join(folder, 'packages/%s-%v.cdx.json')],
      ...packed.flatMap(({ name }) => ['--filter', name]),
    )
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
