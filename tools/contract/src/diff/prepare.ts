import { isNote, isObject, type JsonObject, nodeAt, pointerTo } from './document.ts'

/**
 * The same contract in one notation. Each parameter is a component with the name of its operation: redocly pairs those of
 * a list by likeness, but references by their names.
 *
 * @throws Error for a document that is no OpenAPI.
 */
export function prepare(document: JsonObject): JsonObject {
  if (!isObject(document?.paths)) throw new Error('no OpenAPI document: it has no paths')
  // The number of a version is no change of it.
  const unnumbered = { ...document, info: { ...(document.info as JsonObject), version: '' } }
  const { components, ...prepared } = JSON.parse(JSON.stringify(unnumbered), (keyword, value) => {
    // Redocly does not look into all of these.
    if (/^(x-.*|examples?)$/.test(keyword) && typeof value === 'object') return JSON.stringify(value)
    return isObject(value) ? withoutDefaults(merged(value, document)) : value
  })
  const parameters: JsonObject = {}
  for (const [path, item] of Object.entries(prepared.paths as Record<string, JsonObject>)) {
    const { parameters: shared = [] } = item
    delete item.parameters
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation)) continue
      const names = ([shared, operation.parameters ?? []].flat() as JsonObject[]).map(each => {
        const parameter = each.$ref ? (nodeAt({ components }, String(each.$ref)) ?? {}) : each
        const name = `${method} ${path.replaceAll(/{[^}]*}/g, '{}')} ${parameter.in} ${parameter.name}`
        parameters[name] = parameter
        return pointerTo('components', 'parameters', name)
      })
      operation.parameters = [...new Set(names)].map($ref => ({ $ref }))
    }
  }
  // Last, so that redocly meets there first what no operation uses.
  return { ...prepared, components: { ...components, parameters } }
}

/** A schema with the parts of its `allOf` in place: of a single one, and of objects that have nothing but fields. */
function merged({ allOf, ...schema }: JsonObject, document: JsonObject): JsonObject {
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf] as JsonObject[]
  if (parts.length === 2 && Object.keys(schema).every(isNote)) return Object.assign({}, allOf[0], schema)
  const objects = parts.map(each => (each.$ref ? (nodeAt(document, String(each.$ref)) ?? {}) : each))
  const keywords = objects.flatMap(each => Object.keys(each))
  if (!keywords.every(each => isNote(each) || /^(type|properties|required)$/.test(each)))
    return { ...schema, allOf }
  const properties = Object.assign({}, ...objects.map(each => each.properties))
  return { ...schema, type: 'object', properties, required: objects.flatMap(each => each.required ?? []) }
}

/** A node without what has no effect. */
function withoutDefaults(node: JsonObject): JsonObject {
  const result = { ...node }
  for (const key of ['deprecated', 'required', 'allowReserved', 'allowEmptyValue'])
    if (result[key] === false) delete result[key]
  const isForm = result.in === 'query' || result.in === 'cookie'
  if (typeof result.in === 'string' && result.style === (isForm ? 'form' : 'simple')) delete result.style
  if (result.explode === isForm) delete result.explode
  return result
}
