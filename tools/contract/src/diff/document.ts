export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a keyword that nobody meets on the wire: a text, an example, an extension. */
export function isNote(keyword: string): boolean {
  return /^(description|summary|title|examples?|externalDocs|deprecated|links|openapi|jsonSchemaDialect|tags|\$comment|x-.*)$/.test(
    keyword,
  )
}

/** The names on the way to a node, from its pointer. */
function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The node of a pointer, a reference as it is; undefined without any. */
export function find(document: JsonObject, pointer: string): JsonObject | undefined {
  return namesOf(pointer).reduce((each, name) => Object(each)[name], document)
}

/** The node of a pointer, as `resolved` gives it; empty without any. */
export function nodeAt(document: JsonObject, pointer: string): JsonObject {
  return resolved(find(document, pointer) ?? {}, document)
}

/**
 * The node that a reference leads to, with the keywords that stand beside the reference; any other node is itself.
 *
 * @throws Error for a reference that leads to nothing, or back to itself.
 */
export function resolved(node: JsonObject, document: JsonObject, from: string[] = []): JsonObject {
  if (typeof node?.$ref !== 'string') return node
  const { $ref, ...beside } = node
  const target = find(document, $ref as string)
  if (target === undefined) throw new Error(`this file has no ${$ref}`)
  if (from.includes($ref as string)) throw new Error(`${$ref} leads back to itself`)
  return { ...resolved(target, document, [...from, $ref as string]), ...beside }
}

/** A node in words: `Account.balance`, `filter.assetId`, `ETag`, `GET /api/v2/accounts`. */
export function nameOf(pointer: string): string {
  const [root, group = '', name = '', ...below] = namesOf(pointer)
  if (name === '') return group || 'the contract'
  const steps = /^(properties|schema|items|headers|responses|content|application\/json|\d\d?)$/
  const words = below.filter(each => !steps.test(each))
  if (root === 'components') return [name.replace(/.* /, ''), ...words].join('.')
  return words.at(-1) ?? `${name.toUpperCase()} ${group}`
}
