import { isNote, isObject, type JsonObject, resolved } from './document.ts'

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
    // The default of these keywords is false.
    if (/^(deprecated|required|allow.*)$/.test(keyword) && value === false) return undefined
    if (!isObject(value)) return value
    const isForm = value.in === 'query'
    if (value.style === (isForm ? 'form' : 'simple')) delete value.style
    if (value.explode === isForm) delete value.explode
    return merged(value, document)
  })
  const parameters: JsonObject = {}
  for (const [path, item] of Object.entries(prepared.paths as Record<string, JsonObject>)) {
    const { parameters: shared = [] } = item
    delete item.parameters
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation)) continue
      operation.parameters = [shared, operation.parameters ?? []].flat().map(each => {
        const parameter = resolved(each as JsonObject, { components })
        const own = `${method} ${path.replaceAll(/{[^}]*}/g, '{}')} ${parameter.in} ${parameter.name}`
        const name = own.replaceAll('/', '.')
        parameters[name] = parameter
        return { $ref: `#/components/parameters/${name}` }
      })
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
  const objects = parts.map(each => resolved(each, document))
  const keywords = objects.flatMap(each => Object.keys(each))
  if (!keywords.every(each => isNote(each) || /^(type|properties|required)$/.test(each)))
    return { ...schema, allOf }
  const properties = Object.assign({}, ...objects.map(each => each.properties))
  return { ...schema, type: 'object', properties, required: objects.flatMap(each => each.required ?? []) }
}
