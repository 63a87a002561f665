import type { Inspection } from '../inspection.ts'
import { textAt } from '../json.ts'
import { type KnownList, keepsRecord, samplesOf } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import { spellingsOf } from '../values/spellings.ts'
import { pivots, samplesAround } from './samples.ts'

/** Each parameter alone: exactly the records that it means, in order, none missing. */
export function parametersAlone(inspection: Inspection): Params[] {
  const { list, optional, required } = inspection
  const samples = pivots(inspection).flatMap(edge => samplesAround(inspection, edge))
  for (const { name, kind } of optional) {
    if (!samples.some(sample => sample.name === name))
      inspection.notCovered(`${name}: no record gives a value for it`)
    else if (kind === 'boolean' && name in list.meaning.filters && !tellsApart(list, name))
      inspection.notCovered(`${name}: no record shows whether it is true or false`)
  }
  const requests = samples.map(({ name, value }) => ({ ...required, [name]: value }))
  // Each once more among all records, since the default of another parameter may leave some out.
  const { widest } = list.meaning
  return [...requests, ...(widest ? requests.map(params => ({ ...widest, ...params })) : [])]
}

/** Returns true if some record is listed under one value of a flag only. */
function tellsApart(list: KnownList, name: string): boolean {
  const needed = list.meaning.needs?.[name]
  return list.all.edges.some(({ node }) => {
    const beside = needed === undefined ? {} : { [needed]: samplesOf(list, needed, node) }
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}

const MANY = 70

/** The values of a list parameter combine with or, for any number of values. */
export function severalValues(inspection: Inspection): Params[] {
  const { list, widest } = inspection
  return inspection.optional
    .filter(({ list: several }) => several)
    .flatMap(parameter => {
      const { name } = parameter
      const samples = list.all.edges.map(({ node }) => samplesOf(list, name, node)[0])
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
  return [...ids].map(([name, id]) => ({ ...widest, [name]: id.toUpperCase() }))
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
