import type { Parameter } from '../contract/operations.ts'
import { textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { conflicts, type KnownList, keepsRecord } from '../records/expected.ts'
import { optionalFilter, samplesOf } from '../records/filters.ts'
import { neededBy, widestOf } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import { pivots, richest, samplesAround } from './samples.ts'
import { spellingsOf } from './spellings.ts'

/** Each parameter alone: exactly the records that it means, in order, none missing. */
export function parametersAlone(inspection: Inspection): Params[] {
  const { list, optional, required, operation } = inspection
  const samples = pivots(inspection).flatMap(edge => samplesAround(inspection, edge))
  for (const { name, kind } of optional) {
    if (!samples.some(sample => sample.name === name))
      inspection.notCovered(`${name}: no record gives a value for it`)
    else if (kind === 'boolean' && optionalFilter(operation, name) && !tellsApart(list, name))
      inspection.notCovered(`${name}: no record shows whether it is true or false`)
  }
  // Each once more among all records, since the default of another parameter may leave some out.
  return samples.flatMap(({ name, value }) =>
    [{}, widestOf(operation)].map(base => ({ ...base, ...required, [name]: value })),
  )
}

/** Returns true if some record is listed under one value of a flag only. */
function tellsApart(list: KnownList, name: string): boolean {
  const needed = optionalFilter(list.operation, neededBy(list.operation, name) ?? '')
  return list.all.edges.some(({ node }) => {
    const beside = needed ? { [needed.parameter.name]: samplesOf(needed, node, list.facts) } : {}
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}

const MANY = 70

/** The values of a list parameter combine with or, for any number of values. */
export function severalValues(inspection: Inspection): Params[] {
  const { widest, optional } = inspection
  return optional.flatMap(parameter => {
    const { name, list: several } = parameter
    const values = several ? valuesOf(inspection, name) : []
    const [first, last] = [values[0], values.at(-1)]
    if (several && values.length < 2) inspection.notCovered(`${name}: the records have fewer than two values`)
    if (first === undefined || last === undefined || first === last) return []
    const absent = spellingsOf(parameter).allowed.filter(value => value !== '' && !values.includes(value))
    const sets = [[first, last], [last, first, first], values.slice(0, MANY), [first, ...absent.slice(0, 1)]]
    return [
      ...sets.map(set => ({ ...widest, [name]: set })),
      { ...widest, [name]: [first, last], 'pagination.first': '3' },
    ]
  })
}

/** The values of a parameter that find a record of the list, each once. */
function valuesOf({ list, operation }: Inspection, name: string): string[] {
  const filter = optionalFilter(operation, name)
  const samples = list.all.edges.map(({ node }) => filter && samplesOf(filter, node, list.facts)[0])
  return [...new Set(samples.filter(value => value !== undefined))]
}

/** The minimum and maximum values are accepted, and have their effect. */
export function limits({ optional, required }: Inspection): Params[] {
  const values = (parameter: Parameter) => spellingsOf(parameter).allowed
  return optional.flatMap(each => values(each).map(value => ({ ...required, [each.name]: value })))
}

/** Hexadecimal ids may be given in either letter case. */
export function letterCase(inspection: Inspection): Params[] {
  const { required, operation, widest } = inspection
  const ids = operation.parameters.flatMap(({ name }) => {
    const values = [String(required[name] ?? ''), ...valuesOf(inspection, name)]
    const id = values.find(value => /^[0-9a-f]{64}$/i.test(value) && value !== value.toUpperCase())
    return id === undefined ? [] : [[name, id] as const]
  })
  if (ids.length === 0) inspection.notCovered('no hexadecimal id was found')
  return ids.flatMap(([name, id]) =>
    [id.toUpperCase(), id.replace(/[a-f]/, letter => letter.toUpperCase())].map(value => ({
      ...widest,
      [name]: value,
    })),
  )
}

const MAX_PARTIES = 40

/** With `includeDerivedParties`, the accounts of each party and of its derived parties, and no others. */
export function derivedParties(inspection: Inspection): Params[] {
  const fieldsOf = (field: string) =>
    inspection.list.all.edges.flatMap(({ node }) => textAt(node, field) ?? [])
  const parents = fieldsOf('parentPartyId')
  if (parents.length === 0) inspection.notCovered('no account belongs to a derived party')
  const parties = [...new Set([...parents, ...fieldsOf('owner')])].slice(0, MAX_PARTIES)
  return parties.map(party => ({ 'filter.partyIds': party, includeDerivedParties: 'true' }))
}

const MAX_SIZE = 5000

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export function pageSizes({ list, widest }: Inspection): Params[] {
  const { length } = list.all.edges
  const sizes = [1, 2, length - 1, length, length + 1, MAX_SIZE].filter(size => size >= 1 && size <= MAX_SIZE)
  return sizes.flatMap(size =>
    ['true', 'false'].flatMap(newestFirst =>
      ['first', 'last'].map(limit => ({
        ...{ ...widest, 'pagination.newestFirst': newestFirst },
        [`pagination.${limit}`]: String(size),
      })),
    ),
  )
}

/** At the ends of a filtered list, hasNextPage and hasPreviousPage are true only when the filter leaves such a row. */
export function pageEnds(inspection: Inspection): Params[] {
  const { list, widest, operation } = inspection
  const record = richest(inspection)
  if (!record) inspection.notCovered('no records were found')
  const samples = record ? samplesAround(inspection, record) : []
  const filters = samples.filter(({ name }) => optionalFilter(operation, name))
  return [{}, ...filters.map(({ name, value }) => ({ [name]: value }))].flatMap(filter => {
    const params = { ...widest, ...filter }
    const rows = list.all.edges.filter(({ node }) => keepsRecord(list, params, node))
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    // All rows; those beyond either end, exactly full; and a few beyond each of them.
    const pages: (readonly [size: number, cursor?: string])[] = [
      [rows.length],
      [5, first.cursor],
      [5, last.cursor],
    ]
    if (rows.length > 1) pages.push([rows.length - 1, first.cursor], [rows.length - 1, last.cursor])
    return pages.flatMap(([size, cursor]) =>
      [['first', 'after'] as const, ['last', 'before'] as const].map(([limit, place]) => ({
        ...{ ...params, [`pagination.${limit}`]: String(Math.min(size, MAX_SIZE)) },
        ...(cursor !== undefined && { [`pagination.${place}`]: cursor }),
      })),
    )
  })
}

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export function conflictingParameters(inspection: Inspection): Params[] {
  const cursor = inspection.list.all.edges[0]?.cursor
  if (cursor === undefined) inspection.notCovered('no cursor was found')
  const sampleOf = (name: string) => (/first|last/.test(name) ? '1' : cursor)
  return conflicts
    .map(pair => pair.map(name => [name, sampleOf(name)] as const))
    .filter(pair => pair.every(([, value]) => value !== undefined))
    .map(pair => ({ ...inspection.required, ...(Object.fromEntries(pair) as Params) }))
}
