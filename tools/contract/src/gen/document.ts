import { integerText, openEnumText } from './brands.ts'
import {
  type Contract,
  componentName,
  lookUp,
  type Parameter,
  parametersOf,
  queryName,
  type Schema,
} from './contract.ts'
import { deprecation } from './text.ts'

/** A schema with the text of its type, for the `transform` of openapi-typescript. */
export interface TypedSchema extends Schema {
  'x-type'?: string
}

/**
 * The contract for openapi-typescript, with a text in place of each schema that is a reference, an integer in text or an
 * open enum. openapi-typescript calls its `transform` for these texts, but not for a `$ref`.
 */
export function documentOf(contract: Contract): Contract {
  return typed(contract, contract) as Contract
}

function typed(contract: Contract, part: unknown): unknown {
  if (Array.isArray(part)) return part.map(each => typed(contract, each))
  if (typeof part !== 'object' || part === null) return part
  const schema = part as Schema
  const text = componentName(schema) ?? integerText(schema) ?? openEnumText(schema)
  if (text) return withText(schema, text)
  const { in: place, schema: ofParameter } = part as Partial<Parameter>
  const sent = place && ofParameter && sentText(contract, ofParameter)
  return {
    ...Object.fromEntries(Object.entries(withDays(part)).map(([key, each]) => [key, typed(contract, each)])),
    ...(sent && { schema: withText(ofParameter, sent) }),
  }
}

/** The schema with a type of ours, and with its documentation. */
export function withText(schema: Schema, text: string): TypedSchema {
  const { $ref: _ref, anyOf: _anyOf, items: _items, ...rest } = withDays(schema)
  return { ...rest, type: 'string', 'x-type': text }
}

/** openapi-typescript writes that a part is deprecated, but not since when. */
function withDays<Part extends Partial<Parameter> | Schema>(part: Part): Part {
  if (!part.deprecated) return part
  const description = [part.description, deprecation(part)].filter(Boolean).join('\n\n')
  return { ...part, deprecated: false, description }
}

/**
 * The type of a parameter that differs from that of a response: any digits as an integer, so that a program can write a
 * literal, and read-only lists. Undefined for other parameters.
 */
function sentText(contract: Contract, schema: Schema): string | undefined {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  if (integerText(lookUp(contract, schema))) return '`${bigint}`'
  if (!schema.items) return undefined
  const { items } = schema
  const plain = items.type === 'string' && !items.enum ? 'string' : undefined
  const item = sentText(contract, items) ?? componentName(items) ?? plain
  if (!item)
    throw new Error(`Under "schemas", give a name to the items of a list parameter: ${JSON.stringify(items)}`)
  return `readonly ${item}[]`
}

/**
 * The path and query parameters of each operation as one object, with their names in the URL and in the contract's order.
 *
 * A type computed from `paths` would cost each call site thousands of instantiations and lose the descriptions.
 */
export function querySchemas(contract: Contract): Record<string, Schema> {
  const schemas = Object.values(contract.paths).map(({ get }) => {
    const { operationId } = get
    const parameters = parametersOf(contract, get)
    const names = parameters.map(each => each.name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new Error(`${operationId} has two parameters named ${twice}: one flat object cannot`)
    const schema: Schema = {
      description: `Parameters of {@link TradingNetworkApi.${operationId}}.`,
      type: 'object',
      required: parameters.filter(each => each.required).map(each => each.name),
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
      ),
    }
    return [queryName(get), schema] as const
  })
  return Object.fromEntries(schemas)
}
