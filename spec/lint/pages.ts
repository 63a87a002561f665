import type { Context, Rule, Schema } from './redocly.ts'

const PAGING = ['First', 'After', 'Last', 'Before', 'NewestFirst']

interface Operation {
  readonly operationId?: string
  readonly 'x-redoclyPagination'?: Readonly<Record<string, unknown>>
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[]
  readonly responses?: Readonly<Record<string, Response>>
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** How clients walk the pages in the field of a response, in the form that Redocly's client generators read. */
const walkOf = (field: string) => ({
  style: 'cursor',
  cursorParam: 'pagination.after',
  limitParam: 'pagination.first',
  items: `/${field}/edges`,
  nextCursor: `/${field}/pageInfo/endCursor`,
  hasMore: `/${field}/pageInfo/hasNextPage`,
})

/** A schema together with the file that its own references are relative to. */
interface Found {
  readonly schema: Schema
  readonly file: string
}

function follow(context: Context, schema: Schema | undefined, file: string): Found {
  if (schema?.$ref === undefined) return { schema: schema ?? {}, file }
  const { node, location } = context.resolve(schema, file)
  return follow(context, node as Schema | undefined, location?.source.absoluteRef ?? file)
}

/** True when the schema is an object whose required properties are exactly these. */
const holds = ({ schema }: Found, ...names: string[]): boolean =>
  [schema.required, Object.keys(schema.properties ?? {})].every(
    found => [...(found ?? [])].sort().join() === [...names].sort().join(),
  )

/**
 * A paged operation (one with `x-redoclyPagination`, as every list has) takes the five shared paging parameters, one after
 * the other, and returns the shared container in the field that `items` points into. Others take no paging parameter.
 */
export const pages: Rule = () => ({
  Operation: (operation: Operation, context) => {
    const { operationId = '', 'x-redoclyPagination': walk, parameters = [], responses } = operation
    const field = typeof walk?.items === 'string' ? walk.items.split('/')[1] : undefined
    const paging = parameters.map(({ $ref }) => $ref?.match(/#.*\/Pagination(\w+)$/)?.[1])
    const own = parameters.some(({ name }) => name?.startsWith('pagination.'))
    const first = paging.indexOf('First')
    const together = field === undefined ? [] : paging.slice(first, first + PAGING.length)
    const expected = field === undefined ? [] : PAGING
    const given = paging.filter(name => name !== undefined)
    if (own || given.join() !== expected.join() || together.join() !== expected.join()) {
      context.report({
        message: field
          ? `${operationId} pages, so it must take the five shared paging parameters, one after the other.`
          : `${operationId} has no x-redoclyPagination, so it takes no paging parameter.`,
      })
    }
    if (field === undefined) {
      if (operationId.startsWith('list'))
        context.report({ message: `${operationId} needs x-redoclyPagination.` })
      return
    }
    if (JSON.stringify(walk) !== JSON.stringify(walkOf(field))) {
      context.report({
        message: `x-redoclyPagination of ${operationId} must be ${JSON.stringify(walkOf(field))}.`,
      })
    }

    const file = context.location.source.absoluteRef
    const answer = follow(context, responses?.['200']?.content?.['application/json']?.schema, file)
    const page = follow(context, answer.schema.properties?.[field], answer.file)
    const edge = follow(context, page.schema.properties?.edges?.items, page.file)
    const pageInfo = page.schema.properties?.pageInfo?.$ref ?? ''
    if (!answer.schema.required?.includes(field)) {
      context.report({
        message: `The answer of ${operationId} must require ${field}, which x-redoclyPagination names.`,
      })
    } else if (
      !holds(page, 'edges', 'pageInfo') ||
      !holds(edge, 'cursor', 'node') ||
      !/\/PageInfo$/.test(pageInfo)
    ) {
      context.report({
        message: `${field} must hold edges (each a cursor and a node) and the shared PageInfo, all required.`,
      })
    }
  },
})
