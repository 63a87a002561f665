import { brandOf, mayBeEmpty } from './brands.ts'
import {
  type Contract,
  componentName,
  lookUp,
  openEnumOf,
  operationsOf,
  type Parameter,
  queryName,
  type Schema,
} from './contract.ts'
import { banner, propertyKey } from './text.ts'

/**
 * `texts.ts`, for a test only: our type of each field that is text for openapi-typescript. It is read from the contract,
 * not from the output of openapi-typescript.
 */
export function texts(contract: Contract): string {
  const { schemas, headers = {}, parameters = {} } = contract.components
  const received = (schema: Schema) => textOf(contract, schema)
  const sent = ({ schema }: Parameter) => writtenTextOf(contract, schema)
  const groups = [
    ...Object.entries(schemas).map(([name, { properties = {} }]) => group(name, properties, received)),
    group('headers', headers, ({ schema }) => received(schema)),
    group('parameters', parameters, sent),
    ...operationsOf(contract).map(operation =>
      group(
        queryName(operation),
        Object.fromEntries(operation.parameters.map(each => [each.name, each])),
        sent,
      ),
    ),
  ]
  return `${banner}
import type * as types from '../../src/index.ts'

/** The types of text fields by schema, of headers and shared parameters, and of the parameters of each operation. */
export interface Texts {
${groups.join('')}}
`
}

/** The texts among some fields as a member of the interface; nothing if there are none. */
function group<Field>(
  name: string,
  fields: Record<string, Field>,
  typeOf: (field: Field) => string | undefined,
): string {
  const members = Object.entries(fields).flatMap(([key, field]) => {
    const type = typeOf(field)
    return type ? `    ${propertyKey(key)}: ${type}\n` : []
  })
  return members.length > 0 ? `  ${name}: {\n${members.join('')}  }\n` : ''
}

/** The type of a text or a list of texts in a response; undefined for anything else. */
function textOf(contract: Contract, schema: Schema): string | undefined {
  const target = lookUp(contract, schema)
  if (target.items) {
    const item = textOf(contract, target.items)
    return item && `(${item})[]`
  }
  const known = openEnumOf(target)
  if (known) return `types.${componentName(known)} | (string & {})`
  if (target.type !== 'string') return undefined
  if (target.enum) return `types.${componentName(schema)}`
  const type = brandOf(target) ? `types.${brandOf(target)}` : 'string'
  return mayBeEmpty(target) && brandOf(target) ? `${type} | ''` : type
}

/** The same in a request: any digits as an integer, and read-only lists. */
function writtenTextOf(contract: Contract, schema: Schema): string | undefined {
  const { items, ...target } = lookUp(contract, schema)
  if (items) return `readonly (${writtenTextOf(contract, items)})[]`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  return brandOf(target) ? '`${bigint}`' : textOf(contract, schema)
}
