import type { Parameter } from '../contract/operations.ts'
import { type Json, textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import type { Store } from './store.ts'

/** Values that a filter tests, and no single field has. */
const VALUES: Readonly<Record<string, (record: Json, store: Store) => string | undefined>> = {
  latestState: record => {
    const updated = textAt(record, 'stopOrder.updatedAt')
    return updated === '0' ? textAt(record, 'stopOrder.createdAt') : updated
  },
  referrer: (record, { referrers }) => referrers.get(textAt(record, 'referralSetId') ?? ''),
}

const LIVE_PROVISIONS = ['STATUS_ACTIVE', 'STATUS_PENDING', 'STATUS_UNDEPLOYED']

/** Flags, each with true if a record is listed. */
const FLAGS: Readonly<Record<string, (record: Json, value: string) => boolean>> = {
  pendingOnly: (record, value) => value !== 'true' || textAt(record, 'stopOrder.status') === 'STATUS_PENDING',
  live: (record, value) =>
    value !== 'false' || !LIVE_PROVISIONS.includes(textAt(record, 'current.status') ?? ''),
  // It lists more of what a party filters, see `keeps`.
  derivedParties: () => true,
  totals: () => true,
}

/** Distances of the values to try from a record's value; the first one finds the record. */
const TRIED: Readonly<Record<string, readonly bigint[]>> = { '>=': [0n, 1n], '<': [1n, 0n], '<=': [0n, -1n] }

/** Returns true if a value fits the pattern of a parameter. */
export function fits({ schema: { pattern } }: Parameter, value: string): boolean {
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

/** Returns true if a filter keeps a record when its parameter has these values, beside the others of the request. */
export function keeps(
  parameter: Parameter,
  record: Json,
  values: readonly string[],
  store: Store,
  params: Params,
): boolean {
  const { tested = '', comparison, exceptions = [] } = parameter.filter ?? {}
  const [first = '0'] = values
  const flag = FLAGS[tested]
  if (flag) return flag(record, first)
  if (exceptions.some(name => params[name] !== undefined || values.includes(name))) return true
  const value = valueFor(parameter, record, store)
  if (comparison !== undefined) {
    const [own, limit] = [BigInt(value ?? '0'), BigInt(first)]
    return comparison === '>=' ? own >= limit : comparison === '<' ? own < limit : own <= limit
  }
  const isId = parameter.schema.named?.endsWith('Id') ?? false
  const form = (text: string) => (isId && /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text)
  const isOwner = tested === 'owner' && params.includeDerivedParties === 'true'
  const own = [value, isOwner ? textAt(record, 'parentPartyId') : undefined]
  return own.some(each => each !== undefined && values.some(wanted => form(wanted) === form(each)))
}

/** Values of a filter that have to do with a record, as far as the contract allows them; the first one finds it. */
export function samplesOf(parameter: Parameter, record: Json, store: Store): readonly string[] {
  const { tested = '', comparison = '' } = parameter.filter ?? {}
  if (tested === 'totals') return ['1', '30']
  if (tested in FLAGS) return ['true', 'false']
  const derived = tested === 'owner' ? textAt(record, 'parentPartyId') : undefined
  const value = derived ?? valueFor(parameter, record, store)
  if (value === undefined) return []
  const near = TRIED[comparison]?.map(distance => BigInt(value) + distance).filter(limit => limit >= 0n)
  const isFreeText = parameter.kind === 'text' && parameter.schema.named === undefined
  const others = isFreeText ? [value.toUpperCase(), value.slice(0, -1)] : []
  return (near?.map(String) ?? [value, ...others]).filter(each => fits(parameter, each))
}

/** The value that a filter tests. A record without an optional name of an enum has its `_UNSPECIFIED`. */
function valueFor({ filter, name, schema }: Parameter, record: Json, store: Store): string | undefined {
  const { tested = '', isField = false } = filter ?? {}
  if (!isField && !VALUES[tested])
    throw new Error(`packages/check/src/records/filters.ts: add the meaning of ${tested} of ${name}`)
  const value = VALUES[tested]?.(record, store) ?? textAt(record, tested)
  return value ?? schema.enum?.find(each => each.endsWith('_UNSPECIFIED'))
}
