import type { Check } from './check.ts'

/**
 * Every response follows the contract: status, content type, headers, schema, error body, nothing null. Each record
 * keeps the rules of the contract, and is the same in all responses of one block. The cursors of a page are those of
 * its rows. The responses of all other checks count here too; this one adds the plain request.
 */
export const responses: Check = {
  name: 'responses',
  operations: 'all',
  everySubject: true,
  async run(inspection) {
    const { operation, required } = inspection
    const exchange = await inspection.ask(required)
    if (operation.page === undefined) return
    if (exchange.status !== 200)
      inspection.problem(`a plain request must get 200, got ${exchange.status}`, exchange)
    if (inspection.list.all.edges.length === 0)
      inspection.notCovered('no records were found, so none were checked')
  },
}
