import { createHash } from 'node:crypto'
import type { Found } from './compare/comparison.ts'
import type { Source } from './compare/difference.ts'
import type { Contract } from './load/contract.ts'
import { canonical } from './load/json.ts'
import type { Change } from './report.ts'
import { messageOf, typesMessageOf } from './rule-sentences.ts'
import { classes, type Verdict, worse } from './rules/rule.ts'
import { ruleOf, ruleTable, verdictOf } from './rules/table.ts'

/**
 * One entry for each difference, however many ways lead to it, in an order that depends on nothing but the content.
 *
 * Two differences are the same if their rule, values and kind of place are the same. Component names do not matter, so
 * inlining a component changes nothing.
 */
export function fold(found: readonly Found[], base: Contract, revision: Contract): Change[] {
  const wire = new Map<string, Found[]>()
  const types = new Map<string, Found[]>()
  for (const each of found) {
    const group = each.surface === 'wire' ? wire : types
    const key = keyOf(each)
    const ways = group.get(key)
    if (ways) ways.push(each)
    else group.set(key, [each])
  }
  const seen = new Set([...wire.values()].flat().map(looseKeyOf))
  const changes = [...wire.values()].map(group => changeOf(group, base, revision))
  for (const group of types.values()) {
    const [first] = group as [Found]
    if (!seen.has(looseKeyOf(first))) changes.push(changeOf(group, base, revision))
  }
  const visible = changes.filter(change => change.impact.wire !== null || change.impact.types !== null)
  return distinct(visible.sort(byImportance))
}

/** Who writes the value matters: the same difference may be safe one way and not the other. */
function keyOf(each: Found): string {
  return `${each.site.direction} ${looseKeyOf(each)}`
}

function looseKeyOf({ rule, from, to, key, segment, signature }: Found): string {
  return canonical([rule, from ?? null, to ?? null, key ?? null, segment ?? null, signature])
}

function changeOf(group: readonly Found[], base: Contract, revision: Contract): Change {
  const [first] = group as [Found]
  const rule = ruleOf(first.rule)
  const impact = impactOf(group)
  const surface = impact.wire === null ? 'types' : 'wire'
  const places = [...new Map(group.map(each => [locationOf(each), each])).keys()].sort(shortest)
  const operations = [...new Set(group.map(each => each.site.operation).filter(Boolean))].sort()
  const named = group.find(each => locationOf(each) === places[0]) ?? first
  const source = first.revision ?? first.base
  const contract = first.revision ? revision : base
  const { from, to, key } = first
  const words = { name: named.site.name, from, to, key }
  const typesMessage = impact.types === null ? undefined : typesMessageOf(rule, first.site.direction, words)
  const change: Omit<Change, 'line'> = {
    ruleId: rule.id,
    class: impact[surface] ?? 'documentation',
    surface,
    impact,
    direction: first.site.direction,
    operations,
    location: places[0] ?? '',
    locations: places,
    pointer: { base: pointerOf(base, first.base), revision: pointerOf(revision, first.revision) },
    file: source ? contract.place(source.node).file : contract.file,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    message: messageOf(rule, first.site.direction, words),
    ...(typesMessage === undefined ? {} : { typesMessage }),
    fingerprint: fingerprintOf([
      rule.id,
      first.site.direction,
      operations,
      places,
      from ?? null,
      to ?? null,
      key ?? null,
    ]),
  }
  return withLine(change, source, contract)
}

function impactOf(group: readonly Found[]): Verdict {
  let impact: Verdict = { wire: null, types: null }
  for (const { rule, site, surface } of group) {
    const { wire, types } = verdictOf(ruleOf(rule), site.direction)
    const seen = surface === 'wire' ? wire : null
    // A component may say what types cannot show. That it says otherwise now is still told.
    const shown = types ?? (surface === 'types' && wire !== null ? 'documentation' : null)
    impact = { wire: worse(impact.wire, seen), types: worse(impact.types, shown) }
  }
  return impact
}

function locationOf({ site: { at, name } }: Found): string {
  return [at, name].filter(Boolean).join(': ')
}

function shortest(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

function pointerOf(contract: Contract, source: Source | undefined): string | null {
  if (!source) return null
  const { pointer } = contract.place(source.node)
  return source.key === undefined
    ? pointer
    : `${pointer}/${source.key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Found when asked for: to know lines, a file has to be parsed once more. */
function withLine(change: Omit<Change, 'line'>, source: Source | undefined, contract: Contract): Change {
  let line: number | undefined
  const get = () => {
    line ??= source ? contract.line(source.node, source.key) : 1
    return line
  }
  return Object.defineProperty(change, 'line', { get, enumerable: true }) as Change
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
