import {
  accessRules,
  documentationRules,
  messageRules,
  nameRules,
  operationRules,
  otherRules,
  parameterRules,
} from './api-rules.ts'
import type { Direction, Rule, Verdict } from './rule.ts'
import { combinationRules, limitRules, structureRules, valueRules } from './schema-rules.ts'

/** Every kind of difference there is, in the order of the table in the documents. */
export const ruleTable: readonly Rule[] = [
  ...operationRules,
  ...parameterRules,
  ...messageRules,
  ...valueRules,
  ...limitRules,
  ...structureRules,
  ...combinationRules,
  ...accessRules,
  ...nameRules,
  ...documentationRules,
  ...otherRules,
]

const byId = new Map(ruleTable.map(rule => [rule.id, rule]))

/** The rule of that id. */
export function ruleOf(id: string): Rule {
  const rule = byId.get(id)
  if (!rule) throw new Error(`No rule is named ${id}`)
  return rule
}

/** The rule's verdict for the sender of the value. A value that nobody sends breaks nobody. */
export function verdictOf(rule: Rule, direction: Direction): Verdict {
  if (direction !== 'unsent') return rule[direction]
  const { wire, types } = rule.request
  const calm = (each: Verdict['wire']) =>
    each === 'breaking' || each === 'may-break' ? 'non-breaking' : each
  return { wire: calm(wire), types: calm(types) }
}
