import type { Rule } from './redocly.ts'

/**
 * The statuses of every operation: the three classes of the source document (200, 500, default), and each other status
 * that a request can get. 404 is for operations of one record.
 */
const STATUSES = ['200', '304', '400', '405', '429', '500', '503', 'default']

/** Operations document the same responses, so that a client can handle them in one place. */
export const responses: Rule = () => ({
  Responses: (node: Readonly<Record<string, unknown>>, { report }) => {
    const given = Object.keys(node).filter(key => !key.startsWith('x-') && key !== '404')
    if (given.sort().join() !== STATUSES.join()) {
      report({ message: `Responses must be ${STATUSES.join(', ')}; these are ${given.join(', ')}.` })
    }
  },
})
