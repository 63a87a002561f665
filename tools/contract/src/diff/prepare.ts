import { isNote, isObject, type Json, type JsonObject, resolved } from './document.ts'

/** Their members have names of people's choice, which may be those of keywords. */
const NAMES = /^((patternP|p)roperties|\$defs|dependentSchemas|headers|parameters|responses|schemas)$/

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
  const {
    components: parts = {},
    security = [],
    servers = [{ url: '/' }],
    ...prepared
  } = JSON.parse(JSON.stringify(unnumbered), (keyword, node) => {
    if (!isObject(node) || NAMES.test(keyword)) return node
    const { const: only, ...value } = merged(node, document)
    if (only !== undefined) value.enum = [only]
    for (const [key, each] of Object.entries(value)) {
      // Redocly does not look into all of these.
      if (/^(x-.*|examples?|links)$/.test(key) && typeof each === 'object') value[key] = JSON.stringify(each)
      if (saysNothing(key, each)) delete value[key]
      if (key === 'type' && Array.isArray(each))
        value[key] = each.length === 1 ? `${each[0]}` : each.toSorted()
    }
    const isForm = value.in === 'query'
    if (value.style === (isForm ? 'form' : 'simple')) delete value.style
    if (value.explode === isForm) delete value.explode
    return value
  })
  const { pathItems: _, ...components } = parts as JsonObject
  const parameters: JsonObject = {}
  const paths: JsonObject = {}
  for (const [path, named] of Object.entries(prepared.paths as Record<string, JsonObject>)) {
    const { parameters: shared = [], ...item } = resolved(named, { components: parts })
    paths[path] = item
    for (const each of [item, ...Object.values(item)])
      if (JSON.stringify(Object(each).servers) === JSON.stringify(servers))
        delete (each as JsonObject).servers
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation)) continue
      // An empty list takes away the keys of the whole contract.
      if (sameKeys(operation.security ?? security, security)) delete operation.security
      const names = [shared, operation.parameters ?? []].flat().map(each => {
        const parameter = resolved(each as JsonObject, { components })
        const own = `${method} ${path.replaceAll(/{[^}]*}/g, '{}')} ${parameter.in} ${parameter.name}`
        const name = own.replaceAll('/', '.')
        parameters[name] = parameter
        return name
      })
      // The operation's own stands for that of the path.
      operation.parameters = [...new Set(names)].map(name => ({ $ref: `#/components/parameters/${name}` }))
    }
  }
  // Programs send requests to the first server. Redocly does not compare the order.
  // Last, so that redocly meets there first what no operation uses.
  const first = { 'x-tn-default-server': servers[0].url }
  return { ...prepared, ...first, servers, security, paths, components: { ...components, parameters } }
}

/** True for lists of keys that say the same; an empty key alone is none. */
function sameKeys(...lists: [Json, Json]): boolean {
  const [one, other] = lists.map(list => JSON.stringify(list).replace('[{}]', '[]'))
  return one === other
}

/** True for a keyword with the value that it has without being there, and for one that says nothing about a response. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (/^(deprecated|required|allow.*|uniqueItems|writeOnly)$/.test(keyword) && value === false) return true
  if (/^min(Length|Items|Properties)$/.test(keyword)) return value === 0
  if (keyword === 'additionalProperties' && value === true) return true
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
  return keyword === 'readOnly' || (isEmpty && /^(required|servers|(additionalP|p)roperties)$/.test(keyword))
}

/** A schema with the parts of its `allOf` in place: of a single one, and of those that do not have other values of a keyword. */
function merged({ allOf, ...schema }: JsonObject, document: JsonObject): JsonObject {
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf] as JsonObject[]
  if (parts.length === 2 && Object.keys(schema).every(isNote)) return Object.assign({}, allOf[0], schema)
  const objects = parts.map(each => resolved(each, document))
  const properties = Object.assign({}, ...objects.map(each => each.properties))
  const required = objects.flatMap(each => each.required ?? [])
  const whole: JsonObject = Object.assign({}, ...objects, schema, { properties, required })
  const isKept = ([keyword, value]: [string, Json]) =>
    isNote(keyword) || /^(properties|required)$/.test(keyword) || value === whole[keyword]
  // The meaning of these depends on the keywords beside them.
  const isApart = Object.keys(whole).some(each => /^(additional|unevaluated|if$|contains$|items$)/.test(each))
  return isApart || !objects.flatMap(Object.entries<Json>).every(isKept) ? { ...schema, allOf } : whole
}
