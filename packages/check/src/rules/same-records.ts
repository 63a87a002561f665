import { recordField } from '../contract/fields.ts'
import { isObject, type Json, textAt, valueAt } from '../json.ts'
import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'
import { identityOf, shapeOf } from '../records/lists.ts'
import { pageOf } from '../records/page.ts'
import type { Broken, Rule } from './rule.ts'

interface Seen {
  readonly text: string
  readonly exchange: Exchange
}

export const sameRecords: Rule = {
  demands: 'In all responses of one block, a record has the same fields, and so has what is beside a page.',
  contract: '/components/headers/BlockHeight',
  start: () => {
    const seen = new Map<string, Seen>()
    return exchange => {
      const height = heightOf(exchange)
      if (exchange.status !== 200 || height === undefined) return []
      const bare = withoutBody(exchange)
      return partsOf(exchange).flatMap(([key, value, name]): Broken[] => {
        const text = JSON.stringify(value)
        const before = seen.get(key)
        if (!before || before.text === text || heightOf(before.exchange) !== height) {
          seen.set(key, { text, exchange: bare })
          return []
        }
        const what = name ?? `${firstDifference(JSON.parse(before.text) as Json, value)} of a record`
        return [{ message: `${what} must be the same in all responses of one block`, other: before.exchange }]
      })
    }
  },
}

/** The records of a response, and what is beside its page: each with a key, and a name if it is no record. */
function partsOf(exchange: Exchange): (readonly [key: string, value: Json, name?: string])[] {
  const { operation, params } = exchange.request
  const { body } = exchange
  if (!isObject(body)) return []
  const required = operation.parameters.filter(parameter => parameter.required)
  const subject = required.map(({ name }) => String(params[name] ?? '').toLowerCase()).join(' ')
  if (operation.page === undefined) {
    const record = valueAt(body, recordField(operation)) ?? null
    // The latest version is the order as it is without version.
    const versions = [params.version ?? 'latest', textAt(record, 'version') ?? '1']
    return versions.map(version => [`${operation.id} ${subject} ${version}`, record])
  }
  const { [operation.page]: _, ...beside } = body
  const shape = shapeOf(operation, params)
  const edges = pageOf(operation, exchange)?.edges ?? []
  return [
    [`${operation.id} ${subject}`, beside, Object.keys(beside).join(', ')],
    ...edges.map(({ node }) => [`${operation.id} ${identityOf(operation, node)} ${shape}`, node] as const),
  ]
}

/** The path of the first field in which two records differ. */
function firstDifference(before: Json, now: Json, path = ''): string {
  if (!isObject(before) || !isObject(now)) return path === '' ? 'everything' : path
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const name = names.find(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
  if (name === undefined) return path === '' ? 'the order of fields' : path
  return firstDifference(before[name] ?? null, now[name] ?? null, path === '' ? name : `${path}.${name}`)
}
