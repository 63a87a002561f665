import { createHash } from 'node:crypto'
import type { Source } from './compare/difference.ts'
import { type Found, type Group, isShorter } from './compare/findings.ts'
import type { Documents } from './compare/site.ts'
import type { Contract } from './load/contract.ts'
import { canonical, type JsonObject } from './load/json.ts'
import type { Change } from './report.ts'
import { messageOf, typesMessageOf } from './rule-sentences.ts'
import { classes, type Verdict } from './rules/rule.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'
import { withoutWitness } from './rules/without-witness.ts'
import { messageWitness } from './witness/message.ts'

/** The entries of a report, in an order that depends on nothing but the content. */
export function fold(documents: Documents): Change[] {
  const lines = new Lines()
  const changes = documents.findings.groups().map(group => changeOf(group, documents, lines))
  const visible = changes.filter(change => change.impact.wire !== null || change.impact.types !== null)
  return distinct(visible.sort(byImportance))
}

function changeOf(group: Group, documents: Documents, lines: Lines): Change {
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
  const source = first.revision ?? first.base
  const contract = first.revision ? revision : base
  const { from, to, key, sunset } = first
  const words = { name: nearest.place.name, from, to, key }
  const promised = sunset === undefined ? '' : `; its announced sunset is ${sunset}`
  const typesMessage = impact.types === null ? undefined : typesMessageOf(rule, direction, words) + promised
  const change: Omit<Change, 'line'> = {
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
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(sunset === undefined ? {} : { sunset }),
    message: messageOf(rule, direction, words) + promised,
    ...(typesMessage === undefined ? {} : { typesMessage }),
    ...(witness ? { witness } : {}),
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
  }
  return lines.add(change, source, contract)
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
  if (!source) return null
  const { pointer } = contract.place(source.node)
  return source.key === undefined
    ? pointer
    : `${pointer}/${source.key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Lines are found when the first one is asked for, all at once: the files have to be read once more. */
class Lines {
  readonly #sources = new Map<Contract, { node: JsonObject; key?: string }[]>()
  readonly #found = new Map<Contract, number[]>()

  add(change: Omit<Change, 'line'>, source: Source | undefined, contract: Contract): Change {
    const sources = this.#sources.get(contract) ?? []
    this.#sources.set(contract, sources)
    const at = source ? sources.push(source) - 1 : -1
    const get = () => {
      if (at === -1) return 1
      const found = this.#found.get(contract) ?? contract.lines(sources)
      this.#found.set(contract, found)
      return found[at] ?? 1
    }
    return Object.defineProperty(change, 'line', { get, enumerable: true, configurable: true }) as Change
  }
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
