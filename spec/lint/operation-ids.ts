import type { Rule } from './redocly.ts'

interface Operation {
  readonly operationId?: string
  readonly 'x-redoclyPagination'?: object
}

/** Operation ids are camelCase and start with a verb: `list` for what pages, `get` for one thing. */
export const operationIds: Rule = () => ({
  Operation: (operation: Operation, { report }) => {
    const { operationId = '', 'x-redoclyPagination': paging } = operation
    if (!/^(list|get)([A-Z][a-z0-9]*)+$/.test(operationId)) {
      report({ message: `Operation id "${operationId}" is not camelCase starting with list or get.` })
    } else if (operationId.startsWith('list') && paging === undefined) {
      report({
        message: `${operationId} lists, so it needs x-redoclyPagination: how clients walk its pages.`,
      })
    }
  },
})
