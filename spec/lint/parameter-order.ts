import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ledgerParameters } from './ledger-places.ts'
import type { Rule } from './redocly.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly unknown[]
}

/**
 * The parameters of an operation stand in the order of the source document, which the ledger quotes (option `ledger`,
 * from the root of the repository). A parameter of our own may stand anywhere.
 */
export const parameterOrder: Rule = options => {
  const ledger = options.ledger as string
  const quoted = ledgerParameters(resolve(root, ledger))
  return {
    Operation: ({ operationId = '', parameters = [] }: Operation, { report, resolve, location }) => {
      const expected = quoted.get(operationId)
      const at = location.child('parameters')
      if (expected === undefined)
        return report({ message: `${ledger} does not quote the parameters of ${operationId}.`, location: at })
      const names = parameters
        .map(parameter => (resolve(parameter).node ?? parameter) as { readonly name?: string })
        .map(({ name = '' }) => name)
        .filter(name => expected.includes(name))
      if (names.join() === expected.join()) return
      const message = `The parameters of ${operationId} must stand in the order of ${ledger}: ${expected.join(', ')}.`
      report({ message, location: at })
    },
  }
}
