import { asArray, canonical, type Json, type JsonObject } from '../load/json.ts'

/** The types that all schemas admit together; `null` is told apart. */
export function typesOf(leaves: readonly JsonObject[], isOpenApi30: boolean) {
  let types: Set<string> | undefined
  let isNullable = true
  let isTyped = false
  for (const leaf of leaves) {
    if (leaf.type === undefined) continue
    const said = new Set((Array.isArray(leaf.type) ? leaf.type : [leaf.type]).map(String))
    const admitsNull = said.delete('null') || (isOpenApi30 && leaf.nullable === true)
    if (said.has('number')) said.delete('integer')
    isTyped = true
    isNullable &&= admitsNull
    types = types ? intersection(types, said) : said
  }
  if (isOpenApi30 && !isTyped) isNullable = leaves.some(leaf => leaf.nullable === true)
  const hasNull = isTyped ? isNullable : isOpenApi30 && isNullable
  return { types, isNullable: hasNull, isNever: types?.size === 0 && !hasNull }
}

function intersection(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  const both = new Set([...one].filter(type => other.has(type)))
  if ((one.has('number') && other.has('integer')) || (one.has('integer') && other.has('number')))
    both.add('integer')
  return both
}

/** The values that all enums and constants admit together, by their canonical text. */
export function valuesOf(leaves: readonly JsonObject[]): Map<string, Json> | undefined {
  let values: Map<string, Json> | undefined
  for (const leaf of leaves) {
    const lists = [
      ...(leaf.enum === undefined ? [] : [asArray(leaf.enum)]),
      ...('const' in leaf ? [[leaf.const as Json]] : []),
    ]
    for (const list of lists) {
      const said = new Map(list.map(value => [canonical(value), value]))
      values = values ? new Map([...values].filter(([text]) => said.has(text))) : said
    }
  }
  return values
}
