import { readFileSync } from 'node:fs'

/** A JSON value of the bundle, looked into step by step. */
export type Node = { readonly [key: string]: unknown }

/** The bundled contract, `spec/dist/openapi.json`. */
export const document = JSON.parse(
  readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8'),
) as Node

/**
 * The node at a JSON pointer into the bundle (`#/info`, or `#` for all of it).
 *
 * @throws Error when the pointer leads nowhere.
 */
export function at(pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((node, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const next = (node as Node | undefined)?.[key]
    if (next === undefined) throw new Error(`${pointer} leads nowhere: there is no ${key}`)
    return next
  }, document)
}

/** The node itself or, if it refers to another, that one overlaid with what stands beside the `$ref`. */
export function resolved(node: unknown): Node {
  const { $ref, ...beside } = node as Node
  return $ref === undefined ? (node as Node) : { ...resolved(at($ref as string)), ...beside }
}

/** The last step of a node's `$ref`: the name of the component that it refers to. */
export const nameOf = (node: unknown): string | undefined =>
  ((node as Node | undefined)?.$ref as string | undefined)?.split('/').at(-1)

/** An operation of the contract with its place. */
export interface Operation extends Node {
  readonly operationId: string
  readonly path: string
  readonly method: string
  /** The response field with the page; absent when the operation returns one record. */
  readonly page?: string | undefined
  /** Resolved, in the contract's order. */
  readonly parameters: readonly Node[]
}

/** Every operation, in the contract's order. */
export const operations: readonly Operation[] = Object.entries(
  document.paths as Record<string, Node>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...(operation as Node & { operationId: string }),
    path,
    method: method.toUpperCase(),
    page: ((operation as Node)['x-redoclyPagination'] as { items: string } | undefined)?.items.split('/')[1],
    parameters: (((operation as Node).parameters ?? []) as unknown[]).map(resolved),
  })),
)
