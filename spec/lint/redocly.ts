/**
 * The part of redocly's rule interface that our rules use; redocly itself ships no types for plugins in its command.
 */

/** A place in a file of the contract. */
export interface Location {
  /** The JSON pointer with the file in front: unique over all files. */
  readonly absolutePointer: string
  readonly pointer: string
  child(path: string | readonly (string | number)[]): Location
}

/** The second argument of a visitor. */
export interface Context {
  readonly location: Location
  report(problem: { message: string; location?: Location }): void
  /** Follows a `$ref`. */
  resolve(node: unknown): { node?: unknown }
}

type Visit = (node: never, context: Context) => void

/** Visitors by node type of OpenAPI 3; `any` sees every node, `ref` the raw node that holds a `$ref`. */
export type Visitors = Readonly<Record<string, Visit | { enter?: Visit; leave?: Visit }>>

/** Visitors that call `look` once for each object, those with a `$ref` included. */
export function everyObject(look: (node: never, context: Context) => void): Visitors {
  const seen = new Set<string>()
  const enter = (node: never, context: Context) => {
    const { absolutePointer } = context.location
    if (typeof node !== 'object' || node === null || seen.has(absolutePointer)) return
    seen.add(absolutePointer)
    look(node, context)
  }
  return { any: { enter }, ref: { enter } }
}

/** A rule: given its options in redocly.yaml, the visitors that report problems. */
export type Rule = (options: Readonly<Record<string, unknown>>) => Visitors

/** A schema as far as the rules look into it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly 'x-enumDescriptions'?: Readonly<Record<string, unknown>>
  readonly 'x-tn-deprecated-values'?: Readonly<Record<string, { since?: unknown; sunset?: unknown } | null>>
  readonly 'x-tn-scaled-by'?: string
  readonly 'x-tn-unit'?: string
  readonly 'x-tn-provenance'?: string | Readonly<Record<string, string>>
}

/** True for a schema that has a name: one directly under a `schemas` map, in a resource file as in the bundle. */
export const isNamed = (location: Location): boolean => /\/schemas\/[^/]+$/.test(location.pointer)
