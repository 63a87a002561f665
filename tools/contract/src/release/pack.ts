import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { manifestOf } from './manifest.ts'
import { command, quietly } from './process.ts'
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
export async function pack(root: string, to: string): Promise<0> {
  const folder = resolve(to)
  mkdirSync(folder, { recursive: true })
  const plan = join(folder, 'publish-plan.json')
  const read = (): Release[][] => JSON.parse(readFileSync(plan, 'utf8')).plan
  await command(root, 'changeset', ['publish-plan', '--output', plan])
  // changesets gives one tag to all packages, also to a version of an older line.
  const chunks = read().map(chunk => chunk.filter(({ version }) => !version.endsWith('-next')))
  for (const release of chunks.flat()) release.tag = tagOf(release.version, publishedOf(release.name).tags)
  writeFileSync(plan, JSON.stringify({ version: 1, plan: chunks }))
  await command(root, 'changeset', ['pack', '--from-publish-plan', plan, '--out-dir', folder])
  const releases = read().flat()
  for (const { name, tarball } of releases) await check(root, name, join(folder, tarball.path))
  console.log(`publint and attw found nothing wrong in ${releases.length} packages.`)
  if (releases.length > 0)
    await command(root, 'pnpm', [
      ...['sbom', '--sbom-format', 'cyclonedx', '--prod', '--split'],
      ...['--out', join(folder, 'packages/%s-%v.cdx.json')],
      ...releases.flatMap(({ name }) => ['--filter', name]),
    ])
  return 0
}

/** Has publint and attw look at the files that a stranger would install. The package of the contract has no types. */
async function check(root: string, name: string, file: string): Promise<void> {
  const tools = join(root, 'tools/contract/node_modules/.bin')
  await quietly(root, join(tools, 'publint'), ['--strict', file])
  const folder = PUBLISHED.find(each => manifestOf(root, each).name === name)
  if (folder === undefined) return
  // Packages without `main` are for versions of Node that load ES modules with require.
  const profile = manifestOf(root, folder).publishConfig.main ? [] : ['--profile', 'esm-only']
  await quietly(root, join(tools, 'attw'), [file, ...profile])
}
