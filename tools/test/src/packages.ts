import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './run.ts'

/** Folders of the packages that are published with code; the contract's has none. */
export const PUBLISHED = [
  'packages/types',
  'packages/events',
  'packages/fetch',
  'packages/server',
  'tools/spec-diff',
  'tools/conformance',
]

/** Builds and packs what is published, and has publint and attw look at the very files a stranger would install. */
export async function checkPackages(): Promise<string | undefined> {
  const built = await run('turbo', ['run', 'build', '--output-logs=errors-only'])
  if (built.code !== 0) return built.output
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const problems: string[] = []
    for (const place of PUBLISHED) problems.push(...(await checkPackage(place, folder)))
    return problems.length === 0 ? undefined : problems.join('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkPackage(place: string, folder: string): Promise<string[]> {
  const before = new Set(readdirSync(folder))
  const packed = await run('pnpm', ['pack', '--pack-destination', folder], join(root, place))
  if (packed.code !== 0) return [packed.output]
  const tarball = readdirSync(folder).find(file => !before.has(file))
  if (!tarball) return [`pnpm pack made no file of ${place}`]
  const file = join(folder, tarball)
  const here = join(root, 'tools', 'test')
  const results = [
    await run('pnpm', ['exec', 'publint', '--strict', file], here),
    await run('pnpm', ['exec', 'attw', file, '--profile', 'esm-only'], here),
  ]
  return results.filter(({ code }) => code !== 0).map(({ output }) => `${place}: ${output}`)
}
