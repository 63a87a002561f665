import type { Contract } from '../load/contract.ts'
import { canonical, type Json, type JsonObject } from '../load/json.ts'
import { conditionKeywords } from './keywords.ts'
import { resolved } from './references.ts'

/** The conditions that are compared as a whole, as texts in which component names do not occur. */
export function conditionsOf(contract: Contract, leaves: readonly JsonObject[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const keyword of conditionKeywords) {
    if (keyword === 'not') continue
    const said = leaves.filter(leaf => leaf[keyword] !== undefined)
    const nothing = (value: Json | undefined) =>
      value === true && /^(unevaluated|propertyNames)/.test(keyword)
    const parts = said.map(leaf => leaf[keyword]).filter(value => !nothing(value))
    if (parts.length === 0) continue
    texts.set(keyword, [...new Set(parts.map(part => canonical(resolved(contract, part as Json))))].sort())
  }
  return texts
}
