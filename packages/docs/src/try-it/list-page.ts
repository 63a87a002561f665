/** A page of a list, as the response has it. */
export interface ListPage {
  readonly edges: readonly Edge[]
  readonly pageInfo: {
    readonly startCursor: string
    readonly endCursor: string
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
  }
}

export interface Edge {
  readonly cursor: string
  readonly node: object
}

/** The text of a field of a record, by its path; empty where the record has none. */
export function valueAt(node: object, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], node)
  return value === undefined ? '' : String(value)
}
