export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a keyword that nobody meets on the wire: a text, an example, an extension. */
export function isNote(keyword: string): boolean {
  return /^(description|summary|title|examples?|externalDocs|deprecated|tags|\$comment|x-.*)$/.test(keyword)
}

/** The names on the way to a node, from its pointer. */
function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The node of a pointer; empty without any. */
export function nodeAt(document: JsonObject, pointer: string): JsonObject {
  const node = namesOf(pointer).reduce((each, name) => Object(each[name]), document)
  return resolved(node, document)
}

/** The node that a reference leads to; any other node is itself. */
export function resolved(node: JsonObject, document: JsonObject): JsonObject {
  return node.$ref === undefined ? node : nodeAt(document, String(node.$ref))
}

/** A node in words: `Account.balance`, `filter.assetId`, `ETag`, `GET /api/v2/accounts`. */
export function nameOf(pointer: string): string {
  const [root, group = '', name = '', ...below] = namesOf(pointer)
  if (name === '') return group || 'the contract'
  const steps = /^(properties|schema|items|headers|responses|content|application\/json|\d)$/
  const words = below.filter(each => !steps.test(each))
  if (group === 'schemas') return [name, ...words].join('.')
  return words.at(-1) ?? (root === 'paths' ? `${name.toUpperCase()} ${group}` : name.replace(/.* /, ''))
}
