import type { Parameter } from '../contract/operations.ts'
import { textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { conflictsAmong, keepsRecord, type Subject } from '../records/expected.ts'
import { samplesOf } from '../records/filters.ts'
import { neededBy, widestOf } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import { pivots, samplesAround, someFilters } from './samples.ts'
import { spellingsOf } from './spellings.ts'

/** Each parameter alone: exactly the records that it means, in order, none missing. */
export function* parametersAlone(inspection: Inspection): Generator<Params> {
  const { list, optional, required, operation } = inspection
  const samples = pivots(inspection).flatMap(edge => samplesAround(inspection, edge))
  for (const parameter of optional) {
    const { name, kind, filter } = parameter
    const own = samples.filter(sample => sample.parameter === parameter)
    if (own.length === 0) inspection.notCovered(`${name}: no record gives a value for it`)
    else if (kind === 'boolean' && filter && !tellsApart(list, name))
      inspection.notCovered(`${name}: no record shows whether it is true or false`)
    // Each once more among all records, since the default of another parameter may leave some out.
    for (const { value } of own)
      for (const base of [{}, widestOf(operation)]) yield { ...base, ...required, [name]: value }
  }
}

/** Returns true if some record is listed under one value of a flag only. */
function tellsApart(list: Subject, name: string): boolean {
  const needed = list.operation.parameters.find(each => each.name === neededBy(list.operation, name))
  return list.all.edges.some(({ node }) => {
    const beside = needed ? { [needed.name]: samplesOf(needed, node, list.facts) } : {}
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}

const MANY = 70

/** The values of a list parameter combine with or, for any number of values. */
export function* severalValues(inspection: Inspection): Generator<Params> {
  const { widest, optional } = inspection
  for (const parameter of optional.filter(({ list }) => list)) {
    const { name } = parameter
    const values = valuesOf(inspection, parameter)
    const [first, last] = [values[0], values.at(-1)]
    if (values.length < 2) inspection.notCovered(`${name}: the records have fewer than two values`)
    if (first === undefined || last === undefined || first === last) continue
    const absent = spellingsOf(parameter).allowed.filter(value => value !== '' && !values.includes(value))
    const sets = [
      [first, last],
      [last, first, first],
      [...Array<string>(MANY).fill(first), last],
      [first, ...absent.slice(0, 1)],
    ]
    for (const set of sets) yield { ...widest, [name]: set }
    yield { ...widest, [name]: [first, last], 'pagination.first': '3' }
  }
}

/** The values of a parameter that find a record of the list, each once. */
function valuesOf({ list }: Inspection, parameter: Parameter): string[] {
  const samples = list.all.edges.map(({ node }) => samplesOf(parameter, node, list.facts)[0])
  return [...new Set(samples.filter(value => value !== undefined))]
}

/** The minimum and maximum values are accepted, and have their effect. So has a range that ends before it begins. */
export function* limits({ optional, required, list }: Inspection): Generator<Params> {
  for (const parameter of optional)
    for (const value of spellingsOf(parameter).allowed) yield { ...required, [parameter.name]: value }
  const node = list.all.edges[0]?.node
  if (node === undefined) return
  const ranges = optional.filter(({ filter }) => filter?.comparison)
  const reversed = ranges.map(each => [each.name, samplesOf(each, node, list.facts).at(-1) ?? ''])
  if (reversed.length > 0) yield { ...required, ...Object.fromEntries(reversed) }
}

/** Hexadecimal ids may be given in either letter case. */
export function* letterCase(inspection: Inspection): Generator<Params> {
  const { required, operation, widest } = inspection
  let found = false
  for (const parameter of operation.parameters) {
    const { name, filter } = parameter
    const values = [String(required[name] ?? ''), ...(filter ? valuesOf(inspection, parameter) : [])]
    const id = values.find(value => /^[0-9a-f]{64}$/i.test(value) && value !== value.toUpperCase())
    if (id === undefined) continue
    found = true
    const oneLetter = id.replace(/[a-f]/, letter => letter.toUpperCase())
    for (const value of [id.toUpperCase(), oneLetter]) yield { ...widest, [name]: value }
  }
  if (!found) inspection.notCovered('no hexadecimal id was found')
}

const MAX_PARTIES = 40

/** With `includeDerivedParties`, the accounts of each party and of its derived parties, and no others. */
export function* derivedParties(inspection: Inspection): Generator<Params> {
  const { edges } = inspection.list.all
  const [parents, owners] = ['parentPartyId', 'owner'].map(field =>
    edges.flatMap(({ node }) => textAt(node, field) ?? []),
  ) as [string[], string[]]
  if (parents.length === 0) inspection.notCovered('no account belongs to a derived party')
  for (const party of [...new Set([...parents, ...owners])].slice(0, MAX_PARTIES))
    yield { 'filter.partyIds': party, includeDerivedParties: 'true' }
}

const MAX_SIZE = 5000

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export function* pageSizes({ list, widest }: Inspection): Generator<Params> {
  const { length } = list.all.edges
  const sizes = [1, 2, length - 1, length, length + 1, MAX_SIZE].filter(size => size >= 1 && size <= MAX_SIZE)
  for (const size of sizes)
    for (const newestFirst of ['true', 'false'])
      for (const limit of ['pagination.first', 'pagination.last'])
        yield { ...widest, 'pagination.newestFirst': newestFirst, [limit]: String(size) }
}

/** At the ends of a filtered list, hasNextPage and hasPreviousPage are true only when the filter leaves such a row. */
export function* pageEnds(inspection: Inspection): Generator<Params> {
  const { list, widest } = inspection
  const { edges } = list.all
  if (edges.length === 0) inspection.notCovered('no records were found')
  for (const filter of [{}, ...someFilters(inspection)]) {
    const params = { ...widest, ...filter }
    const rows = edges.filter(({ node }) => keepsRecord(list, params, node))
    const ends = [rows[0], rows.at(-1)].flatMap(row => row?.cursor ?? [])
    // All rows; a few beyond each end; and beyond either end, exactly full.
    const pages = [
      ...(rows.length > 0 ? [{ size: rows.length }] : []),
      ...ends.map(cursor => ({ size: 5, cursor })),
      ...(rows.length > 1 ? ends.map(cursor => ({ size: rows.length - 1, cursor })) : []),
    ]
    for (const { size, cursor } of pages as { size: number; cursor?: string }[])
      for (const [limit, place] of [['first', 'after'] as const, ['last', 'before'] as const])
        yield {
          ...{ ...params, [`pagination.${limit}`]: String(Math.min(size, MAX_SIZE)) },
          ...(cursor !== undefined && { [`pagination.${place}`]: cursor }),
        }
  }
}

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export function* conflictingParameters(inspection: Inspection): Generator<Params> {
  const { list, optional, required } = inspection
  const cursor = list.all.edges[0]?.cursor
  if (cursor === undefined) inspection.notCovered('no cursor was found')
  for (const pair of conflictsAmong(optional.map(({ name }) => name))) {
    const values = pair.map(name => [name, /first|last/.test(name) ? '1' : cursor])
    if (values.every(([, value]) => value !== undefined)) yield { ...required, ...Object.fromEntries(values) }
  }
}
