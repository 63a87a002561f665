import { isNote, isObject, type Json, type JsonObject, resolved } from './document.ts'

/**
 * Two contracts with each reference written out where it leads to another part than in the other contract, or where
 * keywords stand beside it. A change is then one of the place that refers. Redocly would compare the two parts, and tell
 * a change of a part that is as it was.
 */
export function writtenOut(base: JsonObject, revision: JsonObject): [JsonObject, JsonObject] {
  const pair = (before: Json, after: Json, within: string[] = []): [Json, Json] => {
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      const pairs = before.map((each, index) => pair(each, after[index] as Json, within))
      return [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
    }
    if (!isObject(before) || !isObject(after)) return [before, after]
    const isSame = before.$ref === after.$ref && [before, after].every(isPlain)
    const step = `${before.$ref} ${after.$ref}`
    // The schema contains itself.
    if (!isSame && within.includes(step)) return [before, after]
    const [own, other] = isSame ? [before, after] : [resolved(before, base), resolved(after, revision)]
    const [from, to] = [{ ...inUnion(before, own, other) }, { ...inUnion(after, other, own) }]
    for (const keyword of Object.keys(from))
      if (keyword in to)
        [from[keyword], to[keyword]] = pair(from[keyword] as Json, to[keyword] as Json, [...within, step])
    return [from, to]
  }
  return pair(base, revision) as [JsonObject, JsonObject]
}

/** True for a node that is no reference, or for one with nothing but notes beside it. */
function isPlain(node: JsonObject): boolean {
  return node.$ref === undefined || Object.keys(node).every(keyword => keyword === '$ref' || isNote(keyword))
}

/** A schema, as a union of one if only the other one is a union. */
function inUnion(node: JsonObject, whole: JsonObject, other: JsonObject): JsonObject {
  const [own, keyword] = [whole, other].map(each =>
    ['anyOf', 'oneOf'].find(name => Array.isArray(each[name])),
  )
  if (own || !keyword) return whole
  const { $ref, ...beside } = node
  return $ref === undefined ? { [keyword]: [node] } : { ...beside, [keyword]: [{ $ref }] }
}
