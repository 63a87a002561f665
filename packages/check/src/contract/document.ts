import { createRequire } from 'node:module'
import type { Json } from '../json.ts'

/** A schema of the contract with its references followed, as far as it is read here. */
export interface Schema {
  /** Its name in the contract, without the prefix of one whose value may be absent or a later name: `PartyId`. */
  readonly named?: string
  readonly type?: string
  readonly format?: string
  readonly contentEncoding?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  /** The names of an open enum: its values may be other ones, which came later. */
  readonly names?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly items?: Schema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  /** Short names that are always ids; any other name is one only if a record carries it. */
  readonly 'x-tn-well-known'?: readonly string[]
}

export interface Response {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: Schema }>>
  readonly content?: {
    readonly 'application/json': {
      readonly schema: Schema
      readonly examples?: Readonly<Record<string, { readonly value: Json }>>
    }
  }
}

/** The OpenAPI document with its references followed, as far as it is read here. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, { readonly get: Get }>>
}

interface Get {
  readonly operationId: string
  /** `items` is the JSON pointer to the rows: `/accounts/edges`. */
  readonly 'x-redoclyPagination'?: { readonly items: string }
  readonly parameters: readonly Declared[]
  readonly responses: Readonly<Record<string, Response>>
}

/** A parameter as the contract has it. */
export interface Declared {
  /** The wire name: `filter.partyIds`. */
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  /** The field or the rule that it tests: `/node/owner`. */
  readonly 'x-tn-filters'?: string
}

type Node = Readonly<Record<string, unknown>>

const document = createRequire(import.meta.url)('@trading-network/spec/openapi.json') as Node
const known = new Map<string, Node>()

/** The contract that services are checked against. */
export const contract = followed(document) as unknown as Contract

/** A part of the document without references. Keywords beside a reference win over the referenced ones. */
function followed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(followed)
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...beside } = node as Node
  const own = Object.fromEntries(Object.entries(beside).map(([key, value]) => [key, followed(value)]))
  if (typeof $ref !== 'string') return 'anyOf' in own ? openEnum(own) : own
  return Object.keys(own).length === 0 ? target($ref) : { ...target($ref), ...own }
}

function target(reference: string): Node {
  const found = known.get(reference)
  if (found) return found
  const keys = reference.split('/').slice(1)
  const node = followed(keys.reduce<unknown>((at, key) => (at as Node)[key], document)) as Node
  const named = keys.at(-1)?.replace(/^(Optional|Open)/, '')
  const whole = keys[1] === 'schemas' ? { ...node, named } : node
  known.set(reference, whole)
  return whole
}

/** The contract has `anyOf` for open enums only. Readers must accept a name or a number that came later. */
function openEnum({ anyOf, ...others }: Node): Node {
  const names = (anyOf as readonly Schema[]).find(option => option.enum)?.enum
  return { ...others, type: 'string', pattern: '^([A-Z][A-Z0-9_]*|-?[0-9]+)$', names }
}
