import type { Class, Direction, Rule, Verdict } from './rule.ts'
import subjects from './rules.json' with { type: 'json' }

/** A verdict in `rules.json`. A surface without a class sees no effect. */
interface Row {
  wire?: Class
  types?: Class
  says: string
}

/** A rule in `rules.json`: one verdict for both directions, or one for each. */
interface Entry extends Pick<Rule, 'typesSay' | 'noWitness'> {
  both?: Row
  request?: Row
  response?: Row
}

/** Every kind of difference, in the order of the table in the documents. */
export const ruleTable: readonly Rule[] = Object.entries(subjects).flatMap(([subject, entries]) =>
  Object.entries(entries as { [id: string]: Entry }).map(([id, entry]) => ruleFrom(id, subject, entry)),
)

function ruleFrom(id: string, subject: string, entry: Entry): Rule {
  const { both, request = both, response = both, ...others } = entry
  if (!request || !response) throw new Error(`The rule ${id} lacks a verdict`)
  const none = { wire: null, types: null }
  return { id, subject, request: { ...none, ...request }, response: { ...none, ...response }, ...others }
}

const byId = new Map(ruleTable.map(rule => [rule.id, rule]))

export function ruleOf(id: string): Rule {
  const rule = byId.get(id)
  if (!rule) throw new Error(`No rule is named ${id}`)
  return rule
}

/** The rule's verdict for the sender of the value. A value that nobody sends breaks nobody. */
export function verdictOf(rule: Rule, direction: Direction): Verdict {
  if (direction !== 'unsent') return rule[direction]
  const { wire, types } = rule.request
  const calm = (verdict: Class | null) =>
    verdict === 'breaking' || verdict === 'may-break' ? 'non-breaking' : verdict
  return { wire: calm(wire), types: calm(types) }
}
