import { operations } from '@trading-network/server'
import { Database } from '../database.ts'
import type { MixedRequest } from './load.ts'

type Parameter = (typeof operations)[number]['parameters'][number]

/** Percentages of polls, invalid requests and disconnecting clients. The others are plain pages and records. */
const POLLS = 20
const INVALID = 10
const LEAVING = 3
/** Probability of an optional parameter. */
const OPTIONAL = 0.2
/** Maximum number of cursors per operation, and of polls, to choose from. */
const MAX_KEPT = 200

const INVALID_REQUESTS: readonly MixedRequest[] = [
  { path: '/api/v2/accounts?pagination.first=many' },
  { path: '/api/v2/accounts?pagination.after=bm8gY3Vyc29y' },
  { path: '/api/v2/stoporders?filter.nothing=1' },
  { path: '/api/v2/order/%zz' },
  { path: '/api/v2/nowhere' },
  { method: 'POST', path: '/api/v2/accounts' },
]

/** Random requests to all operations with any of their parameters. Cursors and tags are those of earlier responses. */
export class RequestMix {
  readonly #ids: readonly string[]
  readonly #orders: readonly string[]
  readonly #cursors = new Map<string, string[]>()
  readonly #polls: MixedRequest[] = []

  /** @param path the SQLite file with the identifiers */
  constructor(path: string) {
    ;[this.#ids, this.#orders] = Database.read(path, file => [file.names(2000), file.orders(500)])
  }

  next(): MixedRequest {
    const percent = Math.random() * 100
    if (percent < POLLS && this.#polls.length > 0) return pick(this.#polls)
    if (percent < POLLS + INVALID) return pick(INVALID_REQUESTS)
    const { operationId, path, parameters } = pick(operations)
    const query = new URLSearchParams()
    let filled = path
    for (const parameter of parameters) {
      if (!parameter.required && Math.random() > OPTIONAL) continue
      const value = this.#value(operationId, parameter)
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value)
      else query.append(parameter.name, value)
    }
    const request = { path: `${filled}?${query}` }
    if (percent < POLLS + INVALID + LEAVING) return { ...request, leavesAfter: below(6) }
    const learn = (body: string, tag: string | undefined): void => {
      const [, cursor] = /"endCursor":"([^"]+)"/.exec(body) ?? []
      const cursors = this.#cursors.get(operationId) ?? []
      if (cursor !== undefined) keep(cursors, cursor)
      this.#cursors.set(operationId, cursors)
      if (tag !== undefined) keep(this.#polls, { ...request, headers: { 'if-none-match': tag }, learn })
    }
    return { ...request, learn }
  }

  #value(operationId: string, { name, kind, enum: values }: Parameter): string {
    if (values) return pick(values)
    if (kind === 'boolean') return pick(['true', 'false'])
    if (/(first|last)$/.test(name)) return String(1 + below(200))
    if (/(after|before)$/.test(name)) return pick(this.#cursors.get(operationId) ?? ['none'])
    if (kind !== 'string') return String(below(50))
    return pick(name === 'orderId' ? this.#orders : this.#ids) ?? 'none'
  }
}

function keep<Item>(items: Item[], item: Item): void {
  if (items.length < MAX_KEPT) items.push(item)
  else items[below(MAX_KEPT)] = item
}

function pick<Item>(items: readonly Item[]): Item {
  return items[below(items.length)] as Item
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit)
}
