import { type Contract, componentName, lookUp, openEnumOf, type Schema } from './contract.ts'
import { deprecation, jsDoc, literal, propertyKey, quote } from './text.ts'

/** Who writes the value: the caller (a closed set of enum values, plain digits) or the service (open, branded). */
export type Side = 'request' | 'response'

/** The hand-written types of `@trading-network/types` that fields of the contract get. */
const brands = { amount: 'Amount', int64: 'Int64String', uint64: 'Uint64String' } as const

/** Where each type that generated code names is declared, as seen from `packages/types/src/generated`. */
export function typeModules(contract: Contract): Record<string, string[]> {
  const handWritten = ['Amount', 'Int64String', 'Uint64String', 'UnixNanos']
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => !handWritten.includes(name))
  return {
    '../amount.ts': ['Amount'],
    '../client.ts': ['CallOptions'],
    '../int64.ts': ['Int64String', 'Uint64String', 'UnixNanos'],
    '../operation.ts': ['OperationDescription', 'Route'],
    '../result.ts': ['Call', 'PagedResult'],
    './enums.ts': schemas.filter(([, schema]) => schema.enum).map(([name]) => name),
    './models.ts': schemas.filter(([, schema]) => !schema.enum).map(([name]) => name),
  }
}

/**
 * The type of a string that holds a 64-bit integer, a timestamp or an amount: branded in responses. A request accepts
 * any digits, so that a program can write a literal, or send a field of a response back.
 */
export function integerText(schema: Schema, side: Side): string | undefined {
  const nanos = schema['x-tn-unit'] === 'unix-nanoseconds'
  const brand = nanos ? 'UnixNanos' : brands[schema.format as keyof typeof brands]
  if (schema.type !== 'string' || !brand) return undefined
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  const type = side === 'request' ? '`${bigint}`' : brand
  // If the pattern allows an empty string (a market order's price), the type requires a check first.
  return schema.pattern && new RegExp(schema.pattern).test('') ? `${type} | ''` : type
}

/** The TypeScript type of a schema, as it is written in generated code. */
export function typeText(contract: Contract, schema: Schema, side: Side, indent = ''): string {
  const name = componentName(schema)
  if (name !== undefined) return referenceText(contract, name, schema, side)
  const known = openEnumOf(schema)
  // Readers must accept values newer than the package. `string & {}` allows them and keeps editor completion.
  if (known) return `${typeText(contract, known, side)} | (string & {})`
  if (schema.allOf?.[0] && schema.allOf.length === 1) return typeText(contract, schema.allOf[0], side, indent)
  const integer = integerText(schema, side)
  if (integer) return integer
  if (schema.enum) return schema.enum.map(quote).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.type === 'array' && schema.items)
    return arrayText(typeText(contract, schema.items, side, indent), side)
  if (schema.type === 'object') return objectText(contract, schema, side, indent)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type
  throw new Error(`No TypeScript type for ${JSON.stringify(schema)}: teach it to tools/gen/src/types.ts`)
}

/** The members of an object between braces; the body of an interface, too. */
export function objectText(contract: Contract, schema: Schema, side: Side, indent = ''): string {
  const inner = `${indent}  `
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    const doc = jsDoc(
      [property.description ?? lookUp(contract, property).description, deprecation(property)],
      inner,
    )
    return `${doc}${inner}${propertyKey(name)}${optional}: ${typeText(contract, property, side, inner)}\n`
  })
  const others = schema.additionalProperties
  if (others) {
    // Beside named properties an index signature must admit their types as well.
    const closed = typeof others === 'object' && members.length === 0 && Object.keys(others).length > 0
    members.push(`${inner}[name: string]: ${closed ? typeText(contract, others, side, inner) : 'unknown'}\n`)
  }
  return members.length > 0 ? `{\n${members.join('')}${indent}}` : '{ [name: string]: unknown }'
}

function referenceText(contract: Contract, name: string, reference: Schema, side: Side): string {
  const target = lookUp<Schema>(contract, reference)
  return (side === 'request' && integerText(target, side)) || name
}

function arrayText(item: string, side: Side): string {
  const element = item.includes('|') ? `(${item})` : item
  return side === 'request' ? `readonly ${element}[]` : `${element}[]`
}
