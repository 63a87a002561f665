import { createHash } from 'node:crypto'
import { type Found, type Group, isShorter } from './compare/findings.ts'
import type { Documents } from './compare/site.ts'
import type { Place } from './load/contract.ts'
import { canonical, defined } from './load/json.ts'
import type { Change, Witness } from './report.ts'
import { classes, type Verdict } from './rules/rule.ts'
import { messageOf, typesMessageOf } from './rules/sentences.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'
import type { Source } from './schemas/difference.ts'
import { messagesOf } from './witness/message.ts'

/** The entries of a report, in an order that depends only on their content. */
export function fold(documents: Documents): Change[] {
  const groups = documents.findings.groups()
  const places = placesOf(groups, documents)
  const witnessOf = messagesOf(documents)
  const changes = groups.map((group, i) => changeOf(group, documents, places[i] as Places, witnessOf))
  const visible = changes.filter(({ impact }) => impact.wire !== null || impact.types !== null)
  // Changes with the same text and places are one entry.
  return [...new Map(visible.sort(byImportance).map(change => [change.fingerprint, change])).values()]
}

/** The place of a difference in each document, and its line in the shown one. */
interface Places {
  base: Place | undefined
  revision: Place | undefined
  line: number
}

/** The side of a difference for readers: the revision, or the base for a removed part. */
function shownSide({ first }: Group): 'base' | 'revision' {
  return first.revision ? 'revision' : 'base'
}

/** The places of all differences. Each document is searched once, and each file is read once more for lines. */
function placesOf(groups: readonly Group[], documents: Documents): Places[] {
  const places: Places[] = groups.map(() => ({ base: undefined, revision: undefined, line: 1 }))
  for (const side of ['base', 'revision'] as const) {
    const has = [...groups.keys()].filter(i => groups[i]?.first[side])
    const found = documents[side].locate(has.map(i => groups[i]?.first[side] as Source))
    for (const [at, i] of has.entries()) (places[i] as Places)[side] = found[at]
    const shown = has.filter(i => shownSide(groups[i] as Group) === side)
    const lines = documents[side].lines(shown.map(i => places[i]?.[side] as Place))
    for (const [at, i] of shown.entries()) (places[i] as Places).line = lines[at] ?? 1
  }
  return places
}

type WitnessOf = (found: Found) => Witness | undefined

function changeOf(group: Group, documents: Documents, places: Places, witnessOf: WitnessOf): Change {
  const { first, nearest } = group
  const { from, to, key, sunset } = first
  const { direction } = first.place
  const rule = ruleOf(first.rule)
  const impact = impactOf(first)
  const surface = impact.wire === null ? 'types' : 'wire'
  const locations = [...group.locations].sort((a, b) => (isShorter(a, b) ? -1 : 1))
  const operations = [...group.operations].sort()
  const side = shownSide(group)
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
    components: [...group.components].sort(),
    pointer: {
      base: places.base?.pointer ?? null,
      revision: places.revision?.pointer ?? null,
    },
    file: (places[side] ?? documents[side]).file,
    ...defined({ from, to, sunset }),
    message: messageOf(rule, direction, words) + announced,
    ...defined({
      typesMessage: impact.types === null ? undefined : typesMessageOf(rule, direction, words) + announced,
      witness: impact.wire === 'breaking' ? witnessOf(nearest) : undefined,
    }),
    fingerprint: fingerprintOf([rule.id, direction, operations, locations, ...values]),
    line: places.line,
  }
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
