import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ORIGIN } from './make-traffic.ts'
import type { Kind, Parts } from './parts.ts'

/** A part of the contract in redocly's report of coverage. */
interface Item {
  readonly kind: 'operation' | 'parameter' | 'response' | 'property'
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
 * Compares a HAR file with the contract by `redocly drift`, and adds the operations, statuses and fields that it counts.
 *
 * @returns the differences, without those that the check makes on purpose
 */
export async function differences(har: string, folder: string, parts: Parts): Promise<string[]> {
  const [coverage, report] = [join(folder, 'coverage.json'), join(folder, 'drift.json')]
  const output = ['--coverage-output', coverage, '--format', 'json', '--output', report]
  const args = ['drift', har, '--api', contract, '--server', ORIGIN, ...output]
  // It ends with 1 for every difference, those made on purpose too. It writes no report if it fails.
  await promisify(execFile)(process.execPath, [command, ...args], { env, maxBuffer: 2 ** 28 }).catch(
    (error: { code?: unknown }) => {
      if (error.code !== 1) throw error
    },
  )
  for (const { operationId, missing, covered } of read<Coverage>(coverage).operations) {
    for (const item of [...missing, ...covered]) add(parts.all, operationId, item)
    for (const item of covered) add(parts.seen, operationId, item)
  }
  const { problems } = read<{ problems: readonly Problem[] }>(report)
  return problems
    .filter(problem => !isMeant(problem))
    .map(({ method, path, status, message }) => `${method} ${path} (${status}): ${message}`)
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** Parameters are not redocly's: it counts those whose response was a 400, too. */
function add(to: Parts['all'], id: string, { kind, status = '', path = '' }: Item): void {
  const put = (name: Kind, part: string) => to.get(name)?.add(part)
  if (kind === 'operation') put('operations', id)
  if (kind === 'response') put('statuses', `${id} ${status}`)
  if (kind !== 'property') return
  if (status === '200') put('fields of 200', `${id} ${path}`)
  // All errors have one model.
  else put('fields of errors', path)
}

/** True for unknown parameters, paths and methods that the service refused as it must, and for HEAD and preflights. */
function isMeant({ ruleId, message, method, status }: Problem): boolean {
  if (ruleId !== 'undocumented-endpoint')
    return status === 400 && message.startsWith('Undocumented query parameter')
  return method === 'HEAD' || (method === 'OPTIONS' && status === 204) || [404, 405].includes(status)
}
