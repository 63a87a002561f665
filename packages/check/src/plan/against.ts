import { setTimeout as pause } from 'node:timers/promises'
import { type Operation, operations } from '../contract/operations.ts'
import type { Exchange, Params } from '../log/exchange.ts'
import { CannotCheck, Service } from '../log/service.ts'
import { widestOf } from '../records/lists.ts'
import { pageOf } from '../records/page.ts'
import type { Compared } from '../report/report.ts'
import { find, startRun } from './find.ts'
import type { CheckOptions } from './options.ts'
import { walk } from './walk.ts'

/** The two services, and the limits of the load on each. */
export interface ComparisonOptions extends Omit<CheckOptions, 'checks' | 'failFast' | 'onOperation'> {
  /** Base URL of the second service. It gets the same headers. */
  readonly against: string
  /** Called after each operation. */
  readonly onResult?: (result: Compared) => unknown
}

/** Limits of the wait for a block that both have. One that is seconds behind never has the block of the other. */
const ATTEMPTS = 30
const PAUSE_MS = 100

const PAGE = 1000

/** In the responses of two services, these are equal at one height. */
const HEADERS = ['x-chain-id', 'x-block-hash', 'x-first-block', 'x-history-since']

/**
 * Compares two live services of one network: sends the same requests to both, page by page, and compares responses of
 * the same block.
 *
 * @throws CannotCheck if a service is unreachable, or if they have no block in common
 */
export async function compareServices(options: ComparisonOptions): Promise<Compared[]> {
  const { against, only, maxRecords = 5000, onResult } = options
  const services = [new Service(options), new Service({ ...options, baseUrl: against })] as const
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const run = startRun(services[0], PAGE)
  await find(run, wanted)
  const results: Compared[] = []
  for (const operation of wanted) {
    const all = (run.subjects.get(operation.id) ?? []).map(({ required }) => required)
    const result = await compare(operation, all, services, maxRecords)
    results.push(result)
    onResult?.(result)
  }
  return results
}

class Difference extends Error {}

async function compare(
  operation: Operation,
  all: readonly Params[],
  services: readonly [Service, Service],
  most: number,
): Promise<Compared> {
  const result = { operation: operation.id, records: 0, isCut: false }
  const ask = async (params: Params) => {
    const [first, second] = await askBoth(services, operation, params)
    refuseDifference(first, second)
    result.records += partsOf(first).length
    return first
  }
  try {
    for (const required of all) {
      const params = { ...required, ...widestOf(operation) }
      if (operation.page === undefined) await ask(params)
      else if (!(await walk(ask, { params, size: Math.min(PAGE, most), most })).complete) result.isCut = true
    }
    return result
  } catch (error) {
    if (error instanceof Difference) return { ...result, difference: error.message }
    throw error
  }
}

/** The responses of both at one block. */
async function askBoth(services: readonly [Service, Service], operation: Operation, params: Params) {
  const [one, other] = services
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const request = { operation, params }
    const both = await Promise.all([one.ask(request), other.ask(request)])
    const [first, second] = both.map(({ headers }) => headers.get('x-block-height'))
    if (first === second) return both
    await pause(PAUSE_MS)
  }
  throw new CannotCheck('the services had no block in common for 3 s; is one behind?')
}

/** @throws Difference */
function refuseDifference(first: Exchange, second: Exchange): void {
  const refuse = (name: string, value: unknown, other: unknown) => {
    if (value === other) return
    throw new Difference(`${first.target}: ${name}\n  ${value ?? 'none'}\n  ${other ?? 'none'}`)
  }
  for (const name of HEADERS) refuse(name, first.headers.get(name), second.headers.get(name))
  refuse('status', first.status, second.status)
  // Bodies of errors have the id of their request.
  if (first.status !== 200 || first.text === second.text) return
  const [parts, others] = [partsOf(first), partsOf(second)]
  for (const [index, part] of parts.entries()) refuse(`record ${index + 1}`, part, others[index])
  refuse('number of records', parts.length, others.length)
  refuse('body', first.text, second.text)
}

/** The records of a response as JSON; its whole body if it is no page. */
function partsOf(exchange: Exchange): string[] {
  return pageOf(exchange)?.edges.map(edge => JSON.stringify(edge)) ?? [exchange.text]
}
