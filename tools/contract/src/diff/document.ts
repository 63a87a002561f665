export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a keyword that nobody meets on the wire: a text, an example, an extension. */
export function isNote(keyword: string): boolean {
  return /^(description|summary|title|examples?|externalDocs|deprecated|tags|x-.*)$/.test(keyword)
}

export function pointerTo(...names: string[]): string {
  return `#${names.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

/** The names on the way to a node, from its pointer. */
export function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The node of a pointer; that of its reference, if it is one. Undefined without any. */
export function nodeAt(document: JsonObject, pointer: string): JsonObject | undefined {
  const found = namesOf(pointer).reduce((node, name) => node?.[name] as JsonObject, document)
  return found?.$ref === undefined ? found : nodeAt(document, String(found.$ref))
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
