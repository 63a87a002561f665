import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './run.ts'

/** Folders of the packages that are published with code; the contract's has none. */
export const PUBLISHED = [
  'packages/types',
  'packages/events',
  'packages/simulator',
  'packages/fetch',
  'packages/server',
  'tools/spec-diff',
  'packages/check',
]

/** Builds, packs and checks the published packages; returns the problems. */
export async function checkPackages(): Promise<string | undefined> {
  const { code, output } = await run('turbo', ['run', 'check:packed', '--output-logs=errors-only'])
  return code === 0 ? undefined : output
}

/** Packs a built package, and checks the packed files with publint and attw. */
export async function checkPackage(folder: string): Promise<string[]> {
  const place = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const packed = await run('pnpm', ['pack', '--pack-destination', place], folder)
    const [tarball] = readdirSync(place)
    if (packed.code !== 0 || !tarball) return [`pnpm pack made no file:\n${packed.output}`]
    const file = join(place, tarball)
    const here = join(root, 'tools', 'test')
    const { publishConfig } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    // The others are for versions of Node that load ES modules with require.
    const profile = publishConfig.main ? [] : ['--profile', 'esm-only']
    const results = await Promise.all([
      run('node_modules/.bin/publint', ['--strict', file], here),
      run('node_modules/.bin/attw', [file, ...profile], here),
    ])
    return results.filter(({ code }) => code !== 0).map(({ output }) => output)
  } finally {
    rmSync(place, { recursive: true })
  }
}
