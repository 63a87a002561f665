import type { Rule } from './redocly.ts'

const STATUSES = ['200', '500', 'default']

/** Operations document what the source document does: success, internal error, and one class for every other error. */
export const responses: Rule = () => ({
  Responses: (node: Readonly<Record<string, unknown>>, { report }) => {
    const given = Object.keys(node).filter(key => !key.startsWith('x-'))
    if (given.sort().join() !== STATUSES.join()) {
      report({ message: `Responses must be ${STATUSES.join(', ')}; these are ${given.join(', ')}.` })
    }
  },
})
