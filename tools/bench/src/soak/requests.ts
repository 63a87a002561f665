import { operations } from '@trading-network/server'
import { Database } from '../database.ts'

/** A request of the mixed load. */
export interface MixedRequest {
  readonly method: string
  readonly path: string
  /** Whose pages it is one of; undefined for what is none of an operation. */
  readonly operationId?: string
  readonly headers: Readonly<Record<string, string>>
  /** The client leaves after so many milliseconds. */
  readonly leavesAfter?: number
}

type Parameter = (typeof operations)[number]['parameters'][number]

/** Of a hundred requests, so many are polls, refused, or left early; the others are plain pages and records. */
const POLLS = 20
const BAD = 10
const LEFT = 3
/** How likely an optional parameter is there. */
const SHARE = 0.2
/** Cursors and tags that are kept of what was answered. */
const MAX_KEPT = 200

const BAD_REQUESTS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/v2/accounts?pagination.first=many'],
  ['GET', '/api/v2/accounts?pagination.after=bm8gY3Vyc29y'],
  ['GET', '/api/v2/stoporders?filter.nothing=1'],
  ['GET', '/api/v2/order/%zz'],
  ['GET', '/api/v2/nowhere'],
  ['POST', '/api/v2/accounts'],
]

/** Makes requests up: all operations, with any of their parameters, as clients of every kind send them. */
export class RequestMix {
  readonly #ids: readonly string[]
  readonly #orders: readonly string[]
  readonly #cursors = new Map<string, string[]>()
  readonly #polls: { path: string; operationId: string; tag: string }[] = []

  /** @param database path of the SQLite file, for identifiers that the network knows */
  constructor(database: string) {
    const file = new Database(database)
    this.#ids = file.names(2000)
    this.#orders = file.orders('orders', 500).map(({ orderId }) => orderId)
    file.close()
  }

  next(): MixedRequest {
    const lot = Math.random() * 100
    if (lot < POLLS && this.#polls.length > 0) {
      const { tag, ...poll } = pick(this.#polls)
      return { method: 'GET', ...poll, headers: { 'if-none-match': tag } }
    }
    if (lot < POLLS + BAD) {
      const [method, path] = pick(BAD_REQUESTS)
      return { method, path, headers: {} }
    }
    const { operationId, path, parameters } = pick(operations)
    const query = new URLSearchParams()
    let filled = path
    for (const parameter of parameters) {
      if (!parameter.required && Math.random() > SHARE) continue
      const value = this.#value(operationId, parameter)
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value)
      else query.append(parameter.name, value)
    }
    const leaving = lot < POLLS + BAD + LEFT ? { leavesAfter: Math.floor(Math.random() * 6) } : {}
    return { method: 'GET', path: `${filled}?${query}`, operationId, headers: {}, ...leaving }
  }

  /** Learns cursors and tags from an answer. */
  learn({ operationId, path }: MixedRequest, body: string, tag: string | undefined): void {
    if (operationId === undefined) return
    const [, cursor] = /"endCursor":"([^"]+)"/.exec(body) ?? []
    const cursors = this.#cursors.get(operationId) ?? []
    if (cursor !== undefined) keep(cursors, cursor)
    this.#cursors.set(operationId, cursors)
    if (tag !== undefined) keep(this.#polls, { path, operationId, tag })
  }

  #value(operationId: string, { name, kind, enum: values }: Parameter): string {
    if (values) return pick(values)
    if (kind === 'boolean') return pick(['true', 'false'])
    if (/(first|last)$/.test(name)) return String(1 + Math.floor(Math.random() * 200))
    if (/(after|before)$/.test(name)) return pick(this.#cursors.get(operationId) ?? ['none'])
    if (kind !== 'string') return String(Math.floor(Math.random() * 50))
    return pick(name === 'orderId' ? this.#orders : this.#ids) ?? 'none'
  }
}

function keep<Item>(items: Item[], item: Item): void {
  if (items.length < MAX_KEPT) items.push(item)
  else items[Math.floor(Math.random() * MAX_KEPT)] = item
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}
