import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Program } from '@trading-network/test/program'
import type { Registry } from './registry.ts'

const run = promisify(execFile)
/** That of the workspace. The tests of the client try each compiler that users may have. */
const compiler = join(fileURLToPath(new URL('../../..', import.meta.url)), 'node_modules/typescript/bin/tsc')

/** The packages that a program of a user names. */
const used = ['spec', 'types', 'fetch', 'server', 'check'].map(name => `@trading-network/${name}`)

const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', lib: ['es2024', 'dom'], types: [] }

const program = `declare const process: { argv: string[] }
import { createClient, toBigInt, type Account, type AccountType } from '@trading-network/fetch'
import type { Account as OfTypes } from '@trading-network/types'
const client = createClient({ baseUrl: process.argv[2] ?? '' })
const { items } = await client.listAccounts().collect({ limit: 2 })
const [first]: readonly Account[] = items
const same: OfTypes | undefined = first
const type: AccountType | string | undefined = same?.type
console.log(items.length, type, toBigInt(first?.balance ?? '0') >= 0n)
`

/** The results of a user's program in an empty project. */
export interface Findings {
  /** The installed version of each package, by the name after the scope. */
  versions: Record<string, string>
  /** Output of the program with the typed client. */
  client: string
  /** Status of a request with the parameter that a later contract adds. */
  status: number
  /** `X-Contract-Version` of its response. */
  contract: string | null
  /** The version that the command of the server prints. */
  printed: string
  /** Last line of the conformance check. */
  check: string
  /** The site of the installed server: status of its page of changes. */
  site: number
}

/**
 * Installs the packages in an empty project and uses each: compiles a program with the types, serves the sample
 * network, calls it with the client, checks it.
 *
 * @param wanted The versions, by the name after the scope; npm's tag `latest` for the others.
 * @param probe A path with parameters, for the status.
 */
export async function useIn(
  folder: string,
  registry: Registry,
  probe: string,
  wanted: Record<string, string> = {},
): Promise<Findings> {
  const project = join(folder, 'project')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  const dependencies: Record<string, string> = {}
  for (const name of used) {
    const { latest = '' } = await registry.tags(name)
    dependencies[name] = wanted[name.replace(/.*\//, '')] ?? latest
  }
  write('package.json', JSON.stringify({ type: 'module', private: true, dependencies }))
  write('.npmrc', registry.npmrc)
  // Our packages are seconds old. The newest third-party packages are no concern of this test.
  write('pnpm-workspace.yaml', 'minimumReleaseAge: 0\nminimumReleaseAgeExclude: []\n')
  const within = { cwd: project, maxBuffer: 1e8 }
  await run('pnpm', ['install', '--prefer-offline', '--ignore-scripts'], within)
  const installed = (name: string) =>
    JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
  write('program.ts', program)
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  await run(process.execPath, [compiler, '-p', '.'], within).catch(error => {
    throw new Error(`The program does not compile: ${error.stdout}`)
  })
  const bin = (name: string) => join(project, 'node_modules/.bin', name)
  const database = join(folder, 'sample.sqlite')
  const server = new Program([bin('trading-network'), 'demo', '--port', '0', '--database', database], {
    cwd: project,
  })
  try {
    const [url] = await server.says(/http:\/\/\S+(?=\s)/)
    const client = await run(process.execPath, ['program.ts', url], within)
    const { status, headers } = await fetch(`${url}${probe}`)
    const printed = await run(bin('trading-network'), ['--version'], within)
    const site = await fetch(`${url}/changelog/`, { headers: { accept: 'text/html' } })
    const check = await run(bin('trading-network-check'), [url, '--only', 'getStake'], within)
    const versions = Object.fromEntries(used.map(name => [name.replace(/.*\//, ''), installed(name).version]))
    return {
      versions,
      client: client.stdout.trim(),
      status,
      contract: headers.get('x-contract-version'),
      printed: printed.stdout.trim(),
      check: check.stdout.trim().split('\n').at(-1) ?? '',
      site: site.status,
    }
  } finally {
    await server.end()
  }
}
