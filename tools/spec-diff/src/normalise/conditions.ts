import type { Contract } from '../load/contract.ts'
import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import { refOf } from './flatten.ts'
import { conditionKeywords } from './keywords.ts'

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

/** A value with every reference replaced by what it points at; where one leads back into itself, it ends. */
export function resolved(contract: Contract, value: Json, open: ReadonlySet<object> = new Set()): Json {
  if (Array.isArray(value)) return value.map(each => resolved(contract, each, open))
  if (!isObject(value)) return value
  const ref = refOf(value)
  if (ref === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, resolved(contract, each, open)]),
    )
  const target = contract.follow(value, ref)
  if (!isObject(target)) return target
  if (open.has(target)) return { again: true }
  const { $ref: _, $dynamicRef: __, ...siblings } = value
  return {
    ...(resolved(contract, target, new Set([...open, target])) as JsonObject),
    ...(resolved(contract, siblings, open) as JsonObject),
  }
}
