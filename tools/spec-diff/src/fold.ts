import { createHash } from 'node:crypto'
import { componentOf, type Found, grouped, locationOf } from './compare/findings.ts'
import type { Documents } from './compare/site.ts'
import type { Place } from './load/contract.ts'
import { canonical, defined } from './load/json.ts'
import type { Change, Witness } from './report.ts'
import { classes, type Verdict } from './rules/rule.ts'
import { messageOf, typesMessageOf } from './rules/sentences.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'
import { messagesOf } from './witness/message.ts'

/** The entries of a report, in an order that depends only on their content. */
export function fold(documents: Documents): Change[] {
  const groups = grouped(documents.findings)
  const places = {
    base: placesOn('base', groups, documents),
    revision: placesOn('revision', groups, documents),
  }
  const witnessOf = messagesOf(documents)
  const changes = groups.map(group => {
    const [base, revision] = [places.base.get(group), places.revision.get(group)]
    const shown = revision ?? base ?? { file: documents.base.file, line: 1 }
    return changeOf(group, { base, revision, shown }, witnessOf)
  })
  const visible = changes.filter(({ impact }) => impact.wire !== null || impact.types !== null)
  // Changes with the same text and places are one entry.
  return [...new Map(visible.sort(byImportance).map(change => [change.fingerprint, change])).values()]
}

/** The place of a difference in each document. Readers see the one in the revision, or that of a removed part. */
interface Places {
  base: Place | undefined
  revision: Place | undefined
  shown: Pick<Place, 'file' | 'line'>
}

function placesOn(side: 'base' | 'revision', groups: readonly Found[][], documents: Documents) {
  const sources = new Map(groups.flatMap(group => (group[0]?.[side] ? [[group, group[0][side]]] : [])))
  const places = documents[side].locate([...sources.values()])
  return new Map([...sources.keys()].map((group, i) => [group, places[i]]))
}

type WitnessOf = (found: Found) => Witness | undefined

function changeOf(group: readonly Found[], places: Places, witnessOf: WitnessOf): Change {
  const byLength = Map.groupBy(group, locationOf)
  const locations = [...byLength.keys()].sort((a, b) => a.length - b.length || compareTexts(a, b))
  const nearest = byLength.get(locations[0] ?? '')?.[0] as Found
  const { from, to, key, sunset, place } = group[0] as Found
  const { direction } = place
  const rule = ruleOf(nearest.rule)
  const impact = impactOf(nearest)
  const surface = impact.wire === null ? 'types' : 'wire'
  const operations = textsOf(group.map(each => each.place.operation || undefined))
  const words = { name: nearest.place.name, from, to, key }
  const announced = sunset === undefined ? '' : `; its announced sunset is ${sunset}`
  const values = [from ?? null, to ?? null, key ?? null]
  return {
    ruleId: rule.id,
    class: impact[surface] ?? 'documentation',
    surface,
    impact,
    direction,
    operations,
    location: locations[0] ?? '',
    locations,
    components: textsOf(group.map(componentOf)),
    pointer: {
      base: places.base?.pointer ?? null,
      revision: places.revision?.pointer ?? null,
    },
    file: places.shown.file,
    ...defined({ from, to, sunset }),
    message: messageOf(rule, direction, words) + announced,
    ...defined({
      typesMessage: impact.types === null ? undefined : typesMessageOf(rule, direction, words) + announced,
      witness: impact.wire === 'breaking' ? witnessOf(nearest) : undefined,
    }),
    fingerprint: fingerprintOf([rule.id, direction, operations, locations, ...values]),
    line: places.shown.line,
  }
}

/** The distinct texts, sorted. */
function textsOf(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter(text => text !== undefined))].sort()
}

function impactOf({ rule, place: { direction, surface } }: Found): Verdict {
  const { wire, types } = verdictOf(ruleOf(rule), direction)
  if (surface === 'wire') return { wire, types }
  // The types do not show every change of a component. Such a change is still reported.
  return { wire: null, types: types ?? (wire === null ? null : 'documentation') }
}

function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(canonical(content)).digest('hex').slice(0, 16)
}

const order = new Map(ruleTable.map(({ id }, i) => [id, i]))

function byImportance(a: Change, b: Change): number {
  const values = ({ from, to }: Change) => canonical([from ?? null, to ?? null])
  return (
    classes.indexOf(a.class) - classes.indexOf(b.class) ||
    compareTexts(b.surface, a.surface) ||
    compareTexts(a.operations.join(), b.operations.join()) ||
    compareTexts(a.location, b.location) ||
    (order.get(a.ruleId) ?? 0) - (order.get(b.ruleId) ?? 0) ||
    compareTexts(values(a), values(b)) ||
    compareTexts(a.fingerprint, b.fingerprint)
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
