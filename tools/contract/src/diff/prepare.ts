import { isDeepStrictEqual } from 'node:util'
import { edited, isNote, isObject, type Json, type JsonObject, nodeAt, pointerTo } from './document.ts'

/**
 * The same contract in one notation. Each parameter is a component with the name of its operation: redocly pairs those of
 * a list by likeness, but references by their names.
 *
 * @throws Error for a document that is no OpenAPI.
 */
export function prepare(document: JsonObject): JsonObject {
  if (!isObject(document?.paths)) throw new Error('no OpenAPI document: it has no paths')
  const { components, ...prepared } = edited(document, node => plain(node, document)) as JsonObject
  // The number of a version is no change of it.
  delete (prepared.info as JsonObject | undefined)?.version
  const parameters: JsonObject = {}
  for (const [path, item] of Object.entries(prepared.paths as Record<string, JsonObject>)) {
    const { parameters: shared = [] } = item
    delete item.parameters
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation)) continue
      const names = [shared, operation.parameters ?? []].flat().map(each => {
        const parameter = isObject(each) && each.$ref ? nodeAt(document, String(each.$ref)) : each
        const { in: place, name } = parameter as JsonObject
        const key = `${method} ${path.replaceAll(/{[^}]*}/g, '{}')} ${place} ${name}`
        parameters[key] = edited(parameter as Json, node => plain(node, document))
        return key
      })
      operation.parameters = [...new Set(names)].map(name => ({
        $ref: pointerTo('components', 'parameters', name),
      }))
    }
  }
  // Last, so that redocly meets there first what no operation uses.
  return { ...prepared, components: { ...(components as JsonObject), parameters } }
}

/** A copy without notes. */
export function withoutNotes(document: JsonObject): Json {
  return edited(document, node => Object.fromEntries(Object.entries(node).filter(([key]) => !isNote(key))))
}

/** A node without what has no effect, and with its sets in one order. */
function plain(node: JsonObject, document: JsonObject): JsonObject {
  const result = { ...merged(node, document) }
  for (const key of ['deprecated', 'required', 'allowReserved', 'allowEmptyValue'])
    if (result[key] === false) delete result[key]
  for (const key of ['enum', 'required', 'type'])
    if (Array.isArray(result[key])) result[key] = [...new Set(result[key])].sort()
  if (Array.isArray(result.type) && result.type.length === 1) result.type = result.type[0] as string
  if (typeof result.in !== 'string') return result
  const isForm = result.in === 'query' || result.in === 'cookie'
  if (result.style === (isForm ? 'form' : 'simple')) delete result.style
  // Elsewhere it is about objects, and no parameter of the contract is one.
  if (!isForm || result.explode === true) delete result.explode
  return result
}

/** A schema with the parts of its `allOf` in place, unless two of them say something about the same. */
function merged(schema: JsonObject, document: JsonObject): JsonObject {
  const { allOf, ...result } = schema
  if (!Array.isArray(allOf)) return schema
  const isSole = allOf.length === 1 && Object.keys(result).every(isNote)
  for (const each of allOf as JsonObject[]) {
    const target = isSole || each.$ref === undefined ? each : nodeAt(document, String(each.$ref))
    const part = merged(target as JsonObject, document)
    for (const [key, value] of Object.entries(part)) {
      const own = result[key]
      const areFields = key === 'properties' && isObject(own) && isObject(value)
      if (own === undefined) result[key] = value
      else if (key === 'required') result[key] = [own, value].flat()
      else if (areFields && Object.keys(own).every(name => !(name in value)))
        result[key] = { ...own, ...value }
      else if (!isNote(key) && !isDeepStrictEqual(own, value)) return schema
    }
  }
  return result
}
