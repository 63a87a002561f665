import type { Operation } from '../../src/contract/operations.ts'
import { isObject, type Json } from '../../src/json.ts'
import { widestOf } from '../../src/records/lists.ts'
import type { Node } from './server.ts'

/** When a broken server is broken. */
export interface Condition {
  readonly name: string
  readonly holds: (url: URL) => boolean
}

/** Conditions under which an operation may be broken, as some code runs under them only. */
export function conditionsOf(operation: Operation): Condition[] {
  const { parameters, page } = operation
  const given = (name: string, ...names: readonly string[]): Condition => ({
    name: ` ${name}`,
    holds: url => names.some(parameter => url.searchParams.has(parameter)),
  })
  // These are given in most requests.
  const widest = widestOf(operation)
  const filters = parameters
    .filter(({ required, name }) => !required && !name.startsWith('pagination.') && !(name in widest))
    .map(({ name }) => name)
  if (page === undefined) return filters.map(name => given(`with ${name}`, name))
  return [
    given('behind a cursor', 'pagination.after'),
    given('at the end of the list', 'pagination.last'),
    {
      name: ' with the oldest first',
      holds: url => url.searchParams.get('pagination.newestFirst') === 'false',
    },
    ...(filters.length > 0 ? [given('under a filter', ...filters)] : []),
  ]
}

/** Calls `change` for each object that has the last field of the path; `[]` in the path stands for all items. */
export function atPath(body: Json | Node, path: string, change: (parent: Node, key: string) => void): void {
  const [first = '', ...rest] = path.split('.')
  const key = first.replace('[]', '')
  if (!isObject(body as Json) || !(key in (body as Node))) return
  if (rest.length === 0) {
    change(body as Node, key)
    return
  }
  const inner = (body as Node)[key]
  for (const item of Array.isArray(inner) ? inner : [inner]) atPath(item as Json, rest.join('.'), change)
}
