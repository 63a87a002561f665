import { createHash } from 'node:crypto'
import type { Documents, Found } from './compare/site.ts'
import type { Place } from './load/contract.ts'
import { canonical, defined } from './load/json.ts'
import type { Change } from './report.ts'
import { classes, type Verdict } from './rules/rule.ts'
import { messageOf, typesMessageOf } from './rules/sentences.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'
import { pathOf } from './schemas/pair.ts'
import { Witnesses } from './witness/witness.ts'

/** The entries of a report, in an order that depends only on their content. */
export function fold({ base, revision, schemas, findings }: Documents): Change[] {
  const groups = grouped(findings)
  const partsIn = (side: 'base' | 'revision') => groups.flatMap(([first]) => first?.[side] ?? [])
  const places = new Map([...base.locate(partsIn('base')), ...revision.locate(partsIn('revision'))])
  const witnesses = new Witnesses(schemas)
  const changes = groups.map(group => changeOf(group, places, witnesses))
  const visible = changes.filter(({ impact }) => impact.wire !== null || impact.types !== null)
  // Changes with the same text and places are one entry.
  return [...new Map(visible.sort(byImportance).map(change => [change.fingerprint, change])).values()]
}

/**
 * The differences with all their places. Two are the same if their rule, values and kind of place are the same. Component
 * names do not matter, so inlining a component changes nothing. One on the wire is not repeated for importers of the types.
 */
function grouped(found: readonly Found[]): Found[][] {
  const contents = new Map(found.map(each => [each, contentOf(each)]))
  const { wire = [], types = [] } = Object.groupBy(found, ({ place }) => place.surface)
  const onWire = new Set(wire.map(each => contents.get(each)))
  const all = [...wire, ...types.filter(each => !onWire.has(contents.get(each)))]
  // The direction counts too: the same difference may be safe in one direction only.
  const idOf = (each: Found) => `${each.place.surface} ${each.place.direction} ${contents.get(each)}`
  return [...Map.groupBy(all, idOf).values()]
}

function contentOf({ rule, from, to, key, segment, signature, sunset }: Found): string {
  return canonical([rule, from ?? 0, to ?? 0, key ?? 0, segment ?? 0, signature, sunset ?? 0])
}

type Places = ReadonlyMap<object, Place>

function changeOf(group: readonly Found[], places: Places, witnesses: Witnesses): Change {
  const byLength = Map.groupBy(group, locationOf)
  const locations = [...byLength.keys()].sort((a, b) => a.length - b.length || compareTexts(a, b))
  const nearest = byLength.get(locations[0] ?? '')?.[0] as Found
  const { from, to, key, sunset, place, base, revision } = group[0] as Found
  const { direction } = place
  const [inBase, inRevision] = [base && places.get(base), revision && places.get(revision)]
  // Readers see the place in the revision, or that of a removed part.
  const shown = (inRevision ?? inBase) as Place
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
      base: inBase?.pointer ?? null,
      revision: inRevision?.pointer ?? null,
    },
    file: shown.file,
    ...defined({ from, to, sunset }),
    message: messageOf(rule, direction, words) + announced,
    ...defined({
      typesMessage: impact.types === null ? undefined : typesMessageOf(rule, direction, words) + announced,
      witness: impact.wire === 'breaking' ? witnesses.of(nearest) : undefined,
    }),
    fingerprint: fingerprintOf([rule.id, direction, operations, locations, ...values]),
    line: shown.line,
  }
}

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

/** The location in words: `200 application/json: accounts.edges[].node.balance`. */
function locationOf({ place: { at, name } }: Found): string {
  return [at, name].filter(Boolean).join(': ')
}

/** The component that contains the difference, with the path there: `Account.balance`. */
function componentOf({ step, segment = '' }: Found): string | undefined {
  for (let at = step; at && step; at = at.outer) {
    const component = at.pair.revision.component ?? at.pair.base.component
    if (component !== undefined) return component + pathOf(step, at) + segment
  }
  return undefined
}
