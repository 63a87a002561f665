import { createHash } from 'node:crypto'
import { type Found, type Group, isShorter } from './compare/findings.ts'
import type { Documents } from './compare/site.ts'
import type { Contract } from './load/contract.ts'
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
  const lines = linesOf(groups, documents)
  const witnessOf = messagesOf(documents)
  const changes = groups.map(group => changeOf(group, documents, lines.get(group) ?? 1, witnessOf))
  const visible = changes.filter(({ impact }) => impact.wire !== null || impact.types !== null)
  // Changes with the same text and places are one entry.
  return [...new Map(visible.sort(byImportance).map(change => [change.fingerprint, change])).values()]
}

/** The side of a difference for readers: the revision, or the base for a removed part. */
function shownSide({ first }: Group): 'base' | 'revision' {
  return first.revision ? 'revision' : 'base'
}

/** The line of each difference. Each file is read only once more. */
function linesOf(groups: readonly Group[], documents: Documents): Map<Group, number> {
  const lines = new Map<Group, number>()
  for (const side of ['base', 'revision'] as const) {
    const shown = groups.filter(group => shownSide(group) === side && group.first[side])
    const found = documents[side].lines(shown.map(({ first }) => first[side] as Source))
    for (const [i, group] of shown.entries()) lines.set(group, found[i] ?? 1)
  }
  return lines
}

type WitnessOf = (found: Found) => Witness | undefined

function changeOf(group: Group, documents: Documents, line: number, witnessOf: WitnessOf): Change {
  const { first, nearest } = group
  const { from, to, key, sunset } = first
  const { direction } = first.place
  const rule = ruleOf(first.rule)
  const impact = impactOf(first)
  const surface = impact.wire === null ? 'types' : 'wire'
  const locations = [...group.locations].sort((a, b) => (isShorter(a, b) ? -1 : 1))
  const operations = [...group.operations].sort()
  const contract = documents[shownSide(group)]
  const source = first[shownSide(group)]
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
      base: pointerOf(documents.base, first.base),
      revision: pointerOf(documents.revision, first.revision),
    },
    file: source ? contract.place(source.node).file : contract.file,
    ...defined({ from, to, sunset }),
    message: messageOf(rule, direction, words) + announced,
    ...defined({
      typesMessage: impact.types === null ? undefined : typesMessageOf(rule, direction, words) + announced,
      witness: impact.wire === 'breaking' ? witnessOf(nearest) : undefined,
    }),
    fingerprint: fingerprintOf([rule.id, direction, operations, locations, ...values]),
    line,
  }
}

function impactOf({ rule, place: { direction, surface } }: Found): Verdict {
  const { wire, types } = verdictOf(ruleOf(rule), direction)
  if (surface === 'wire') return { wire, types }
  // The types do not show every change of a component. Such a change is still reported.
  return { wire: null, types: types ?? (wire === null ? null : 'documentation') }
}

function pointerOf(contract: Contract, source: Source | undefined): string | null {
  return source ? contract.place(source.node, source.key).pointer : null
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
