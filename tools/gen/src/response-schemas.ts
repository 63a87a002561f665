import { type Contract, componentName, openEnumOf, operationsOf, type Schema } from './contract.ts'
import { banner, literal, propertyKey } from './text.ts'

/** `response-schemas.ts`: the schemas of responses, with only the keywords that the client validates. */
export function responseSchemas(contract: Contract): string {
  const all = operationsOf(contract)
  const roots = all.map(({ response }) => response)
  const reached = reachable(contract, roots)
  return `${banner}
import type { AnswerSchema } from '../answer-schema.ts'

/** The schema of the 2xx response of each operation, by its path. */
export const answerSchemas: Readonly<Record<string, AnswerSchema>> = {
${all.map(({ path, response }) => `  ${propertyKey(path)}: ${literal({ ref: response })},\n`).join('')}}

/** The schemas that these refer to. */
export const namedSchemas: Readonly<Record<string, AnswerSchema>> = {
${reached.map(([name, schema]) => `  ${propertyKey(name)}: ${literal(checkable(schema))},\n`).join('')}}
`
}

/** The named schemas of responses, each once, in the contract's order. */
function reachable(contract: Contract, roots: string[]): [string, Schema][] {
  const names = new Set<string>()
  const visit = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    const text = JSON.stringify(checkable(contract.components.schemas[name] as Schema))
    for (const [, inner = ''] of text.matchAll(/"ref":"(\w+)"/g)) visit(inner)
  }
  roots.forEach(visit)
  return Object.entries(contract.components.schemas).filter(([name]) => names.has(name))
}

/**
 * Keywords that the client validates (CHECKED), and keywords that it skips, some because a pattern covers them (LEFT).
 */
const CHECKED = ['type', 'pattern', 'required', 'properties', 'items']
const TYPES = ['object', 'array', 'string', 'boolean', 'integer']
const LEFT = ['description', 'format', 'minLength', 'minimum', 'maximum', 'default', 'additionalProperties']

function checkable(schema: Schema): object {
  const ref = componentName(schema)
  if (ref) return { ref }
  // Responses may have new values of an open enum, so any string is valid.
  if (openEnumOf(schema)) return { type: 'string' }
  const { type, pattern, required, properties, items } = schema
  const unknown = [
    ...Object.keys(schema).filter(key => ![...CHECKED, ...LEFT].includes(key) && !key.startsWith('x-')),
    ...(type && !TYPES.includes(type) ? [type] : []),
  ]
  if (unknown.length > 0)
    throw new Error(`The client cannot validate ${unknown.join(', ')}: teach it in answer-schema.ts`)
  return {
    type,
    pattern,
    required,
    properties: properties && mapped(properties),
    items: items && checkable(items),
  }
}

function mapped(properties: Record<string, Schema>): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, checkable(schema)]))
}
