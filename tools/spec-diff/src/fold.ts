import { createHash } from 'node:crypto'
import type { Source } from './compare/difference.ts'
import { type Found, type Group, isShorter } from './compare/findings.ts'
import type { Documents } from './compare/site.ts'
import type { Contract } from './load/contract.ts'
import { canonical, defined } from './load/json.ts'
import type { Change } from './report.ts'
import { messageOf, typesMessageOf } from './rule-sentences.ts'
import { classes, type Verdict } from './rules/rule.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'
import { withoutWitness } from './rules/without-witness.ts'
import { messageWitness } from './witness/message.ts'

/** The entries of a report, in an order that depends on nothing but the content. */
export function fold(documents: Documents): Change[] {
  const groups = documents.findings.groups()
  const lines = linesOf(groups, documents)
  const changes = groups.map((group, i) => changeOf(group, documents, lines[i] ?? 1))
  const visible = changes.filter(change => change.impact.wire !== null || change.impact.types !== null)
  return distinct(visible.sort(byImportance))
}

/** The side of a difference that a reader looks at: the revision, and the base for what is gone. */
function shownSide({ first }: Group): 'base' | 'revision' {
  return first.revision ? 'revision' : 'base'
}

/** The line of each difference. The files of a side are read once more for all of them together. */
function linesOf(groups: readonly Group[], documents: Documents): number[] {
  const lines: number[] = []
  for (const side of ['base', 'revision'] as const) {
    const its = [...groups.entries()].flatMap(([i, group]) => {
      const source = shownSide(group) === side ? group.first[side] : undefined
      return source ? [[i, source] as const] : []
    })
    if (its.length === 0) continue
    const found = documents[side].lines(its.map(([, source]) => source))
    for (const [at, [i]] of its.entries()) lines[i] = found[at] ?? 1
  }
  return lines
}

function changeOf(group: Group, documents: Documents, line: number): Change {
  const { first, nearest, ...met } = group
  const { base, revision } = documents
  const rule = ruleOf(first.rule)
  const { direction } = first.place
  const impact = impactOf(first)
  const witness = impact.wire === 'breaking' ? messageWitness(documents, nearest) : undefined
  const isUnproven =
    impact.wire === 'breaking' &&
    first.step &&
    !witness &&
    !(rule.id in withoutWitness) &&
    !isBeyondNumbers(first)
  const surface = impact.wire === null ? 'types' : 'wire'
  const locations = [...met.locations].sort((one, other) => (isShorter(one, other) ? -1 : 1))
  const operations = [...met.operations].sort()
  const components = [...met.components].sort()
  const side = shownSide(group)
  const source = first[side]
  const contract = documents[side]
  const { from, to, key, sunset } = first
  const words = { name: nearest.place.name, from, to, key }
  const promised = sunset === undefined ? '' : `; its announced sunset is ${sunset}`
  const typesMessage = impact.types === null ? undefined : typesMessageOf(rule, direction, words) + promised
  return {
    ruleId: rule.id,
    class: impact[surface] ?? 'documentation',
    surface,
    impact,
    direction,
    operations,
    location: locations[0] ?? '',
    locations,
    components,
    pointer: { base: pointerOf(base, first.base), revision: pointerOf(revision, first.revision) },
    file: source ? contract.place(source.node).file : contract.file,
    ...defined({ from, to, sunset }),
    message: messageOf(rule, direction, words) + promised,
    ...defined({ typesMessage, witness }),
    ...(isUnproven ? { isUnproven } : {}),
    fingerprint: fingerprintOf([
      rule.id,
      direction,
      operations,
      locations,
      from ?? null,
      to ?? null,
      key ?? null,
    ]),
    line,
  }
}

/** Whether the difference is one of integers that no number of the validator holds. */
function isBeyondNumbers({ from, to }: Found): boolean {
  return [from, to].some(value => typeof value === 'bigint')
}

function impactOf({ rule, place: { direction, surface } }: Found): Verdict {
  const { wire, types } = verdictOf(ruleOf(rule), direction)
  if (surface === 'wire') return { wire, types }
  // A component may say what types cannot show. That it says otherwise now is still told.
  return { wire: null, types: types ?? (wire === null ? null : 'documentation') }
}

function pointerOf(contract: Contract, source: Source | undefined): string | null {
  return source ? contract.place(source.node, source.key).pointer : null
}

function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(canonical(content)).digest('hex').slice(0, 16)
}

const order = new Map(ruleTable.map(({ id }, i) => [id, i]))

function byImportance(one: Change, other: Change): number {
  return (
    classes.indexOf(one.class) - classes.indexOf(other.class) ||
    compareTexts(one.surface, other.surface) * -1 ||
    compareTexts(one.operations.join(), other.operations.join()) ||
    compareTexts(one.location, other.location) ||
    (order.get(one.ruleId) ?? 0) - (order.get(other.ruleId) ?? 0) ||
    compareTexts(
      canonical([one.from ?? null, one.to ?? null]),
      canonical([other.from ?? null, other.to ?? null]),
    ) ||
    compareTexts(one.fingerprint, other.fingerprint)
  )
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Duplicates with the same text and places become one entry. */
function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map(change => [change.fingerprint, change])).values()]
}
