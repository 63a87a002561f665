import type { Rule } from './redocly.ts'

const PAGING = ['First', 'After', 'Last', 'Before', 'NewestFirst']

interface Operation {
  readonly operationId?: string
  readonly 'x-redoclyPagination'?: Readonly<Record<string, unknown>>
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[]
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

/**
 * A paged operation (one with `x-redoclyPagination`, as every list has) takes the five shared paging parameters, in their
 * order, and says how to walk its pages. Others take no paging parameter. `pnpm gen` needs the fields of a page.
 */
export const pages: Rule = () => ({
  Operation: (operation: Operation, { report }) => {
    const { operationId = '', 'x-redoclyPagination': walk, parameters = [] } = operation
    const field = typeof walk?.items === 'string' ? walk.items.split('/')[1] : undefined
    const shared = parameters.flatMap(({ $ref }) => $ref?.match(/#.*\/Pagination(\w+)$/)?.[1] ?? [])
    const hasOwn = parameters.some(({ name }) => name?.startsWith('pagination.'))
    if (hasOwn || shared.join() !== (field ? PAGING : []).join())
      report({
        message: field
          ? `${operationId} pages, so it must take the five shared paging parameters, in their order.`
          : `${operationId} has no x-redoclyPagination, so it takes no paging parameter.`,
      })
    if (field === undefined && operationId.startsWith('list'))
      report({ message: `${operationId} needs x-redoclyPagination.` })
    if (field !== undefined && JSON.stringify(walk) !== JSON.stringify(walkOf(field)))
      report({
        message: `x-redoclyPagination of ${operationId} must be ${JSON.stringify(walkOf(field))}.`,
      })
  },
})
