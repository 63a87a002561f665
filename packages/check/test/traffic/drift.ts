import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ORIGIN } from './make-traffic.ts'

/** A part of the contract in redocly's report of coverage. */
interface Item {
  readonly kind: 'operation' | 'parameter' | 'response' | 'property'
  readonly name?: string
  readonly status?: string
  readonly path?: string
}

interface Coverage {
  readonly operations: readonly {
    readonly operationId: string
    readonly missing: readonly Item[]
    readonly covered: readonly Item[]
  }[]
}

interface Problem {
  readonly ruleId: string
  readonly message: string
  readonly method: string
  readonly path: string
  readonly status: number
}

const require = createRequire(import.meta.url)
const command = require.resolve('@redocly/cli/bin/cli.js')
const contract = require.resolve('@trading-network/spec/openapi.json')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Compares a HAR file with the contract by `redocly drift`.
 *
 * @returns the parts of the contract that it shows and lacks, such as `getOrder version`; and the differences, without
 *   those that the check makes on purpose
 */
export async function drift(har: string, folder: string) {
  const [coverage, report] = [join(folder, 'coverage.json'), join(folder, 'drift.json')]
  const output = ['--coverage-output', coverage, '--format', 'json', '--output', report]
  const args = ['drift', har, '--api', contract, '--server', ORIGIN, ...output]
  // It ends with 1 for every difference, those made on purpose too. It writes no report if it fails.
  await promisify(execFile)(process.execPath, [command, ...args], { env, maxBuffer: 2 ** 28 }).catch(
    (error: { code?: unknown }) => {
      if (error.code !== 1) throw error
    },
  )
  const { operations } = read<Coverage>(coverage)
  const partsOf = (which: 'covered' | 'missing') =>
    operations.flatMap(each => each[which].map(item => partOf(each.operationId, item)))
  const seen = new Set(partsOf('covered'))
  const missing = new Set(partsOf('missing').filter(part => !seen.has(part)))
  const { problems } = read<{ problems: readonly Problem[] }>(report)
  const differences = problems
    .filter(problem => !isMeant(problem))
    .map(({ method, path, status, message }) => `${method} ${path} (${status}): ${message}`)
  return { seen: [...seen], missing: [...missing], differences }
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** All errors have one model. */
function partOf(id: string, { kind, name, status, path }: Item): string {
  const isError = kind === 'property' && status !== '200'
  return isError ? `error ${path}` : [id, name ?? path ?? status].join(' ')
}

/** True for unknown parameters, paths and methods that the service refused as it must, and for HEAD and preflights. */
function isMeant({ ruleId, message, method, status }: Problem): boolean {
  if (ruleId !== 'undocumented-endpoint')
    return status === 400 && message.startsWith('Undocumented query parameter')
  return method === 'HEAD' || (method === 'OPTIONS' && status === 204) || [404, 405].includes(status)
}
