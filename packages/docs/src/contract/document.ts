import type { Deprecable, DeprecatedValues } from './deprecation.ts'
import type { Provenance } from './provenance.ts'

/** The parts of an OpenAPI 3.1 document that the site reads. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaObject>> }
}

export interface Reference {
  readonly $ref: string
}

export interface OperationObject extends Deprecable {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** `items` is the JSON pointer to the rows: `/accounts/edges`. */
  readonly 'x-redoclyPagination'?: { readonly items: string }
  readonly 'x-tn-provenance'?: Provenance
  readonly parameters: readonly (ParameterObject | Reference)[]
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface ParameterObject extends Deprecable {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: SchemaObject
  readonly example?: unknown
  readonly 'x-tn-provenance'?: Provenance
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  /** Absent from a response without a body. */
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema: SchemaObject
        readonly examples?: Readonly<Record<string, ExampleObject | Reference>>
      }
    >
  >
}

export interface HeaderObject {
  readonly description: string
  readonly required?: boolean
  readonly schema: SchemaObject
  readonly example?: unknown
  readonly 'x-tn-provenance'?: Provenance
}

/** An example response together with its request. */
export interface ExampleObject {
  readonly summary: string
  readonly value: unknown
  readonly 'x-tn-request': {
    readonly operationId: string
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, unknown>>
  }
  readonly 'x-tn-response': { readonly status: number }
}

export interface SchemaObject extends Deprecable {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: SchemaObject
  readonly anyOf?: readonly SchemaObject[]
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly additionalProperties?: SchemaObject | boolean
  readonly required?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>
  readonly 'x-tn-deprecated-values'?: DeprecatedValues
  readonly 'x-tn-unit'?: string
  readonly 'x-tn-scaled-by'?: string
  readonly 'x-tn-provenance'?: Provenance
}

/** The object, or the target of the reference. Keywords beside a schema's `$ref` win. */
export function resolve<T extends object>(contract: Contract, object: T | Reference): T {
  if (!('$ref' in object) || typeof object.$ref !== 'string') return object as T
  const { $ref, ...beside } = object as Reference
  const steps = $ref.split('/').slice(1)
  const target = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], contract)
  return { ...resolve(contract, target as T), ...beside }
}

/**
 * The schema to describe for an open enum, which is `anyOf` the enum and any string: the enum. Open enums have names
 * since contract 3.0; before, each field had its own.
 */
export function withoutOtherNames(contract: Contract, place: SchemaObject): SchemaObject {
  const { anyOf: [known] = [] } = resolve(contract, place)
  if (known === undefined) return place
  const { $ref: _, anyOf: __, ...beside } = place
  return { ...known, ...beside }
}

/** The named schemas to describe. An open enum is described by its enum. */
export function namedSchemas({ components }: Contract): readonly (readonly [string, SchemaObject])[] {
  return Object.entries(components.schemas).filter(([, { anyOf }]) => anyOf === undefined)
}

/** The response field with the page of a list operation. */
export function pageField(operation: OperationObject | undefined): string | undefined {
  return operation?.['x-redoclyPagination']?.items.split('/')[1]
}

/** The name of the component that a reference points to. */
export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}
