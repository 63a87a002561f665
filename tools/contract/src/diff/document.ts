export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Under these keywords, members have names of the contract: a field may be called `description`. */
const maps = /^(paths|schemas|properties|parameters|responses|headers|content|variables|securitySchemes)$/
const values = /^(default|enum|const)$/
const notes = /^(description|summary|title|examples?|externalDocs|deprecated|tags|info|links|x-.*)$/

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a member that nobody meets on the wire: a text, an example, an extension. */
export function isNote(key: string): boolean {
  return notes.test(key)
}

/** The members of a node that may have nodes within, each with true if it is a map of named nodes. */
export function partsOf(node: JsonObject, isMap: boolean): [key: string, part: Json, isMap: boolean][] {
  const parts = Object.entries(node).filter(([key]) => isMap || !(isNote(key) || values.test(key)))
  return parts.map(([key, part]) => [key, part, !isMap && maps.test(key)])
}

/** A copy with each node edited. */
export function edited(value: Json, edit: (node: JsonObject) => JsonObject, isMap = false): Json {
  if (Array.isArray(value)) return value.map(each => edited(each, edit))
  if (!isObject(value)) return value
  const node = isMap ? value : edit(value)
  const parts = partsOf(node, isMap).map(([key, part, isMap]) => [key, edited(part, edit, isMap)])
  return { ...node, ...Object.fromEntries(parts) }
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
export function nodeAt(document: JsonObject, pointer: string): Json | undefined {
  const found = namesOf(pointer).reduce<Json | undefined>(
    (node, name) => (node as JsonObject)?.[name],
    document,
  )
  return isObject(found) && Object.keys(found).join() === '$ref'
    ? nodeAt(document, String(found.$ref))
    : found
}

/** A node in words: `Account.balance`, `filter.assetId`, `ETag`, `GET /api/v2/accounts`. */
export function nameOf(pointer: string): string {
  const [root, group = '', name = '', ...below] = namesOf(pointer)
  if (name === '') return group || 'the contract'
  const steps = /^(properties|schema|items|headers|responses|content|application\/json|\d)$/
  const words = below.filter(each => !steps.test(each))
  if (root === 'components' && group === 'schemas') return [name, ...words].join('.')
  const own = root === 'paths' ? `${name.toUpperCase()} ${group}` : name.replace(/.* /, '')
  return words.at(-1) ?? own
}
