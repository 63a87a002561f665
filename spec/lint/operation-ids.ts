import type { Rule } from './redocly.ts'

interface Operation {
  readonly operationId?: string
  readonly 'x-page'?: string
}

/** Operation ids are camelCase and start with a verb: `list` for what pages, `get` for one thing. */
export const operationIds: Rule = () => ({
  Operation: (operation: Operation, { report }) => {
    const { operationId = '', 'x-page': page } = operation
    if (!/^(list|get)([A-Z][a-z0-9]*)+$/.test(operationId)) {
      report({ message: `Operation id "${operationId}" is not camelCase starting with list or get.` })
    } else if (operationId.startsWith('list') && page === undefined) {
      report({
        message: `${operationId} lists, so it needs x-page: the field of the answer that holds the page.`,
      })
    }
  },
})
