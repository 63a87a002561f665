import type { Operation, Parameter } from '../contract/operations.ts'
import { type Json, textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'

/** Facts about the service that its records do not show. */
export interface Facts {
  /** Referral set to the party that refers in it, as far as found. */
  readonly referrers: ReadonlyMap<string, string>
  /** Identity of the row of each cursor that was seen. */
  readonly rows: ReadonlyMap<string, string>
}

/** A filter of a list, as `x-tn-filters` says it; `spec/lint/filters.ts` has the form. */
export interface Filter {
  readonly parameter: Parameter
  /** The dotted path of a field, or a named rule. */
  readonly tested: string
  readonly comparison?: string | undefined
  /** Parameters beside which it does not count, and values with which it keeps every record. */
  readonly exceptions: readonly string[]
}

type Reader = (record: Json, facts: Facts) => string | undefined

/** Values that a filter tests, and no single field has. */
const VALUES: Readonly<Record<string, Reader>> = {
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

const known = new WeakMap<Operation, readonly Filter[]>()

/** The filters of a list, those by a required parameter included. */
export function filtersOf(operation: Operation): readonly Filter[] {
  const filters = known.get(operation) ?? operation.parameters.flatMap(filterOf)
  known.set(operation, filters)
  return filters
}

/** The filter of an optional parameter. */
export function optionalFilter(operation: Operation, name: string): Filter | undefined {
  return filtersOf(operation).find(({ parameter }) => parameter.name === name && !parameter.required)
}

/** Returns true if a filter keeps a record when its parameter has these values, beside the others of the request. */
export function keeps(filter: Filter, record: Json, values: readonly string[], facts: Facts, params: Params) {
  const { tested, comparison, exceptions, parameter } = filter
  const [first = '0'] = values
  const flag = FLAGS[tested]
  if (flag) return flag(record, first)
  if (exceptions.some(name => params[name] !== undefined || values.includes(name))) return true
  const value = read(filter, record, facts)
  if (comparison !== undefined) {
    const [own, limit] = [BigInt(value ?? '0'), BigInt(first)]
    return comparison === '>=' ? own >= limit : comparison === '<' ? own < limit : own <= limit
  }
  const isId = parameter.schema?.endsWith('Id') ?? false
  const form = (text: string) => (isId && /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text)
  const isOwner = tested === 'owner' && params.includeDerivedParties === 'true'
  const own = [value, isOwner ? textAt(record, 'parentPartyId') : undefined].filter(
    each => each !== undefined,
  )
  return own.some(each => values.some(wanted => form(wanted) === form(each)))
}

/** Values of a filter that have to do with a record, as far as the contract allows them; the first one finds it. */
export function samplesOf(filter: Filter, record: Json, facts: Facts): readonly string[] {
  const { tested, comparison = '', parameter } = filter
  if (tested === 'totals') return ['1', '30']
  if (tested in FLAGS) return ['true', 'false']
  const derived = tested === 'owner' ? textAt(record, 'parentPartyId') : undefined
  const value = derived ?? read(filter, record, facts)
  if (value === undefined) return []
  const near = TRIED[comparison]?.map(distance => BigInt(value) + distance).filter(limit => limit >= 0n)
  return (near?.map(String) ?? [value]).filter(each => parameter.pattern?.test(each) ?? true)
}

/** The value that a filter tests. A record without an optional name of an enum has its `_UNSPECIFIED`. */
function read({ tested, parameter }: Filter, record: Json, facts: Facts): string | undefined {
  const value = VALUES[tested] ? VALUES[tested](record, facts) : textAt(record, tested)
  return value ?? parameter.values?.find(name => name.endsWith('_UNSPECIFIED'))
}

function filterOf(parameter: Parameter): Filter[] {
  const { name, filters } = parameter
  if (filters === undefined) return []
  const [, tested = '', comparison, exceptions = ''] =
    /^(\S+)(?: (<|<=|>=) value)?(?: unless (.+))?$/.exec(filters) ?? []
  if (!tested.startsWith('/node/') && !(tested in VALUES) && !(tested in FLAGS))
    throw new Error(`packages/check/src/records/filters.ts: add the meaning of ${filters} of ${name}`)
  const path = tested.replace('/node/', '').replaceAll('/', '.')
  return [{ parameter, tested: path, comparison, exceptions: exceptions.split(' ').filter(Boolean) }]
}
