import { testing } from '../contract/operations.ts'
import { textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { conflictsAmong, keepsRecord, type Subject } from '../records/expected.ts'
import { samplesOf } from '../records/filters.ts'
import { neededBy, orderOf, widestOf } from '../records/lists.ts'
import { combinations } from './combinations.ts'
import type { Requests } from './inspection.ts'
import { pivots, samplesAround, someFilters, valuesOf } from './samples.ts'
import { spellingsOf } from './spellings.ts'

const MAX_SIZE = 5000
const MANY = 70
const MAX_PARTIES = 40
const WINDOWS = ['0', '1', '2', '5', '30', '2147483647']

/** Requests whose responses must have exactly the records that the parameters mean, in order. */
export const parameters: Requests<Params> = {
  /** The order by default, for the rule on it. */
  *'newest first'({ operation, widest, edges, notCovered }) {
    const newest = orderOf(operation)
    if (newest === undefined) return
    yield widest
    if (new Set(edges.map(({ node }) => textAt(node, newest))).size < 2)
      notCovered('fewer than two records differ in what they are ordered by')
  },

  *'page sizes'({ edges: { length }, widest }) {
    for (const size of [1, 2, length - 1, length, length + 1, MAX_SIZE])
      for (const newestFirst of ['true', 'false'])
        for (const limit of ['pagination.first', 'pagination.last'])
          if (size >= 1 && size <= MAX_SIZE)
            yield { ...widest, 'pagination.newestFirst': newestFirst, [limit]: String(size) }
  },

  /** All rows of a filtered list; a few beyond each end; and those beyond either end, exactly full. */
  *'page ends'(inspection) {
    const { list, widest, edges, notCovered } = inspection
    if (edges.length === 0) notCovered('no records were found')
    for (const filter of [{}, ...someFilters(inspection)]) {
      const params = { ...widest, ...filter }
      const rows = edges.filter(({ node }) => keepsRecord(list, params, node))
      const ends = [rows[0], rows.at(-1)].flatMap(row => row?.cursor ?? [])
      const pages = [
        [rows.length],
        ...ends.flatMap(cursor => [
          [5, cursor],
          [rows.length - 1, cursor],
        ]),
      ]
      for (const [size, cursor] of pages as [number, string?][])
        for (const [limit, place] of [['first', 'after'] as const, ['last', 'before'] as const])
          if (size > 0)
            yield {
              ...{ ...params, [`pagination.${limit}`]: String(Math.min(size, MAX_SIZE)) },
              ...(cursor !== undefined && { [`pagination.${place}`]: cursor }),
            }
    }
  },

  /** Each with the values of some records; once more among all records, since a default may leave some out. */
  *'parameters alone'(inspection) {
    const { list, optional, required, operation, notCovered } = inspection
    const samples = pivots(inspection).flatMap(edge => samplesAround(inspection, edge))
    for (const parameter of optional) {
      const { name, kind, filter } = parameter
      const own = samples.filter(sample => sample.parameter === parameter)
      if (own.length === 0) notCovered(`${name}: no record gives a value for it`)
      else if (kind === 'boolean' && filter && !tellsApart(list, name))
        notCovered(`${name}: no record shows whether it is true or false`)
      for (const { value } of own)
        for (const base of [{}, widestOf(operation)]) yield { ...base, ...required, [name]: value }
    }
  },

  'parameter combinations': combinations,

  /** The values of a list parameter combine with or, for any number of values. */
  *'several values'(inspection) {
    const { widest, optional, notCovered } = inspection
    for (const parameter of optional.filter(({ list }) => list)) {
      const { name } = parameter
      const values = valuesOf(inspection, parameter)
      const [first, last] = [values[0], values.at(-1)]
      if (values.length < 2) notCovered(`${name}: the records have fewer than two values`)
      if (first === undefined || last === undefined || first === last) continue
      const absent = spellingsOf(parameter).allowed.filter(value => value !== '' && !values.includes(value))
      const many = [...Array<string>(MANY).fill(first), last]
      for (const set of [[first, last], [last, first, first], many, [first, ...absent.slice(0, 1)]])
        yield { ...widest, [name]: set }
      yield { ...widest, [name]: [first, last], 'pagination.first': '3' }
    }
  },

  /** The minimum and maximum values have their effect. So has a range that ends before it begins, or where it begins. */
  *limits({ optional, required, list, edges }) {
    for (const parameter of optional)
      for (const value of spellingsOf(parameter).allowed) yield { ...required, [parameter.name]: value }
    const ranges = optional.filter(({ filter }) => filter?.comparison)
    for (const start of edges.length > 0 ? [-1, 0] : []) {
      const limits = ranges.map(each => {
        const samples = samplesOf(each, edges[0]?.node ?? null, list.store)
        return [each.name, samples.at(each.filter?.comparison === '>=' ? start : -1) ?? '']
      })
      yield { ...required, ...Object.fromEntries(limits) }
    }
  },

  /** Hexadecimal ids may be given in either letter case. */
  *'letter case'(inspection) {
    const { required, operation, widest, notCovered } = inspection
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
    if (!found) notCovered('no hexadecimal id was found')
  },

  /** The accounts of each party and of its derived parties, and no others. */
  *'derived parties'({ operation, edges, notCovered }) {
    const [flag] = testing(operation, 'derivedParties')
    const [of] = testing(operation, 'owner')
    if (!flag || !of) return
    const parents = edges.flatMap(({ node }) => textAt(node, 'parentPartyId') ?? [])
    const owners = edges.flatMap(({ node }) => textAt(node, 'owner') ?? [])
    if (parents.length === 0) notCovered('no account belongs to a derived party')
    const parties = [...new Set([...parents, ...owners])].slice(0, MAX_PARTIES)
    for (const party of [...parties, parents.slice(0, MAX_PARTIES)])
      if (party.length > 0) yield { [of.name]: party, [flag.name]: 'true' }
  },

  /** Totals over windows of epochs, for the rule on them. */
  *aggregation({ operation, required }) {
    for (const { name } of testing(operation, 'totals'))
      for (const epochs of WINDOWS) yield { ...required, [name]: epochs }
  },

  /** The sum of all linkings, for the rule on it. */
  *'available stake'({ operation, widest, list, edges, notCovered }) {
    if (operation.id !== 'getStake') return
    if (!list.all.complete) notCovered('the party has too many linkings to add them up')
    if (edges.length === 0) notCovered('no party with linkings was found')
    for (const size of ['1', String(MAX_SIZE)]) yield { ...widest, 'pagination.first': size }
  },

  /** A 400 names both parameters: ignoring a cursor makes clients loop. */
  *'conflicting parameters'({ edges, optional, required, notCovered }) {
    const cursor = edges[0]?.cursor
    if (cursor === undefined) notCovered('no cursor was found')
    for (const pair of conflictsAmong(optional.map(({ name }) => name))) {
      const values = pair.map(name => [name, /first|last/.test(name) ? '1' : cursor])
      if (values.every(([, value]) => value !== undefined))
        yield { ...required, ...Object.fromEntries(values) }
    }
  },
}

/** Returns true if some record is listed under one value of a flag only. */
function tellsApart(list: Subject, name: string): boolean {
  const needed = list.operation.parameters.find(each => each.name === neededBy(list.operation, name))
  return list.all.edges.some(({ node }) => {
    const beside = needed ? { [needed.name]: samplesOf(needed, node, list.store) } : {}
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}
