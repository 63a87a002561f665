import { editions } from '../contract/editions.ts'

/** The `[...edition]` of a route: nothing for the current contract. */
const parameter = (prefix: string) => prefix.replace(/\/$/, '') || undefined

export const editionPaths = () =>
  editions.map(edition => ({ params: { edition: parameter(edition.prefix) }, props: { edition } }))

export const operationPaths = () =>
  editions.flatMap(edition =>
    edition.operations.map(operation => ({
      params: { edition: parameter(edition.prefix), id: operation.id },
      props: { edition, operation },
    })),
  )

export const schemaListPaths = () =>
  editionPaths().flatMap(({ params, props }) =>
    (['schemas', 'enums'] as const).map(kind => ({ params: { ...params, kind }, props: { ...props, kind } })),
  )

export const schemaPaths = () =>
  editions.flatMap(edition =>
    edition.schemas.map(schema => ({
      params: { edition: parameter(edition.prefix), kind: schema.kind, name: schema.name },
      props: { edition, schema },
    })),
  )
