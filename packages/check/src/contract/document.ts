import { createRequire } from 'node:module'

/** A schema of the contract, as far as it is read here. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly contentEncoding?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly 'x-tn-well-known'?: readonly string[]
}

export interface Header {
  readonly $ref?: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Response {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } }
}

interface Get {
  readonly operationId: string
  /** `items` is the JSON pointer to the rows: `/accounts/edges`. */
  readonly 'x-redoclyPagination'?: { readonly items: string }
  readonly parameters: readonly unknown[]
  readonly responses: Readonly<Record<string, Response>>
}

/** The OpenAPI document, as far as it is read here. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, { readonly get: Get }>>
}

/** The contract that services are checked against. */
export const contract = createRequire(import.meta.url)('@trading-network/spec/openapi.json') as Contract

/** Follows `$ref`s. Keywords beside a `$ref` win over the referenced ones. `name` is the name of the first reference. */
export function follow<T extends { readonly $ref?: string }>(
  node: T,
): { readonly value: T; readonly name?: string } {
  if (node.$ref === undefined) return { value: node }
  const { $ref, ...beside } = node
  const keys = $ref.split('/').slice(1)
  let target: unknown = contract
  for (const key of keys) target = (target as Record<string, unknown>)[key]
  const { value } = follow(target as T)
  return { value: { ...value, ...beside }, name: keys.at(-1) as string }
}

/** The name of a schema, without the prefix of one whose value may be absent, or may have later names of an enum. */
export function plainName(name: string | undefined): string | undefined {
  return name?.replace(/^(Optional|Open)/, '')
}

/** The names that an enum lists; undefined for any other schema. An open enum lists them beside any other text. */
export function enumOf(schema: Schema): readonly string[] | undefined {
  return schema.enum ?? schema.anyOf?.map(option => follow(option).value.enum).find(Boolean)
}
