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
  const requests = samples.map(({ name, value }) => ({ ...required, [name]: value }))
  // Each once more among all records, since the default of another parameter may leave some out.
  const widest = widestOf(operation)
  const hasWidest = Object.keys(widest).length > 0
  return [...requests, ...(hasWidest ? requests.map(params => ({ ...widest, ...params })) : [])]
}

/** Returns true if some record is listed under one value of a flag only. */
function tellsApart(list: KnownList, name: string): boolean {
  const needed = neededBy(list.operation, name)
  const filter = optionalFilter(list.operation, needed ?? '')
  return list.all.edges.some(({ node }) => {
    const beside = filter ? { [filter.parameter.name]: samplesOf(filter, node, list.facts) } : {}
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}

const MANY = 70

/** The values of a list parameter combine with or, for any number of values. */
export function severalValues(inspection: Inspection): Params[] {
  const { list, widest, operation } = inspection
  return inspection.optional
    .filter(({ list: several }) => several)
    .flatMap(parameter => {
      const { name } = parameter
      const filter = optionalFilter(operation, name)
      const samples = list.all.edges.map(({ node }) => filter && samplesOf(filter, node, list.facts)[0])
      const values = [...new Set(samples.filter(value => value !== undefined))]
      const [first, ...others] = values
      const last = others.at(-1)
      if (first === undefined || last === undefined) {
        inspection.notCovered(`${name}: the records have fewer than two values`)
        return []
      }
      const absent = spellingsOf(parameter).allowed.filter(value => value !== '' && !values.includes(value))
      const sets = [
        [first, last],
        [last, first, first],
        values.slice(0, MANY),
        [first, ...absent.slice(0, 1)],
      ]
      return [
        ...sets.map(set => ({ ...widest, [name]: set })),
        { ...widest, [name]: [first, last], 'pagination.first': '3' },
      ]
    })
}

/** The minimum and maximum values are accepted, and have their effect. */
export function limits({ optional, required }: Inspection): Params[] {
  return optional.flatMap(parameter =>
    spellingsOf(parameter).allowed.map(value => ({ ...required, [parameter.name]: value })),
  )
}

/** Hexadecimal ids may be given in either letter case. */
export function letterCase(inspection: Inspection): Params[] {
  const { required, list, widest } = inspection
  const given = Object.entries(required).map(([name, value]) => ({ name, value: String(value) }))
  const samples = [...given, ...list.all.edges.flatMap(edge => samplesAround(inspection, edge))]
  const hasLetters = (value: string) => /^[0-9a-f]{64}$/i.test(value) && value !== value.toUpperCase()
  const ids = new Map(
    samples.filter(({ value }) => hasLetters(value)).map(({ name, value }) => [name, value]),
  )
  if (ids.size === 0) inspection.notCovered('no hexadecimal id was found')
  return [...ids].flatMap(([name, id]) =>
    [id.toUpperCase(), id.replace(/[a-f]/, letter => letter.toUpperCase())].map(value => ({
      ...widest,
      [name]: value,
    })),
  )
}

const MAX_PARTIES = 40

/** With `includeDerivedParties`, the accounts of each party and of its derived parties, and no others. */
export function derivedParties(inspection: Inspection): Params[] {
  const { edges } = inspection.list.all
  const parents = edges.flatMap(({ node }) => textAt(node, 'parentPartyId') ?? [])
  if (parents.length === 0) inspection.notCovered('no account belongs to a derived party')
  const owners = edges.flatMap(({ node }) => textAt(node, 'owner') ?? [])
  const parties = [...new Set([...parents, ...owners])].slice(0, MAX_PARTIES)
  return parties.map(party => ({ 'filter.partyIds': party, includeDerivedParties: 'true' }))
}

const MAX_SIZE = 5000

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export function pageSizes({ list, widest }: Inspection): Params[] {
  const { length } = list.all.edges
  const sizes = [1, 2, length - 1, length, length + 1, MAX_SIZE]
  return sizes
    .filter(size => size >= 1 && size <= MAX_SIZE)
    .flatMap(size =>
      ['true', 'false'].flatMap(newestFirst => [
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.first': String(size) },
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.last': String(size) },
      ]),
    )
}

/** At the ends of a filtered list, hasNextPage and hasPreviousPage are true only when the filter leaves such a row. */
export function pageEnds(inspection: Inspection): Params[] {
  const { list, widest, operation } = inspection
  const record = richest(inspection)
  if (!record) {
    inspection.notCovered('no records were found')
    return []
  }
  const filters = samplesAround(inspection, record).filter(({ name }) => optionalFilter(operation, name))
  return [widest, ...filters.map(({ name, value }) => ({ ...widest, [name]: value }))].flatMap(params => {
    const rows = list.all.edges.filter(({ node }) => keepsRecord(list, params, node))
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    const page = (direction: 'forward' | 'backward', size: number, cursor?: string) => {
      const [limit, place] = direction === 'forward' ? ['first', 'after'] : ['last', 'before']
      const sized = { ...params, [`pagination.${limit}`]: String(Math.min(size, MAX_SIZE)) }
      return cursor === undefined ? sized : { ...sized, [`pagination.${place}`]: cursor }
    }
    // Exactly full, with no row behind it.
    const rest = rows.length - 1
    const full = rest > 0 ? [page('forward', rest, first.cursor), page('backward', rest, last.cursor)] : []
    return [
      page('forward', rows.length),
      page('backward', rows.length),
      ...full,
      ...[first, last].flatMap(({ cursor }) => [page('forward', 5, cursor), page('backward', 5, cursor)]),
    ]
  })
}

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export function conflictingParameters(inspection: Inspection): Params[] {
  const cursor = inspection.list.all.edges[0]?.cursor
  if (cursor === undefined) inspection.notCovered('no cursor was found')
  const given = (name: string) => ({ [name]: /first|last/.test(name) ? '1' : (cursor ?? '') })
  return conflicts
    .filter(pair => cursor !== undefined || pair.every(name => /first|last/.test(name)))
    .map(([first, second]) => ({ ...inspection.required, ...given(first), ...given(second) }))
}
