import { textAt } from '../json.ts'
import { identityOf } from '../model/compare.ts'
import type { Check } from './check.ts'

/**
 * Every response follows the contract: status, content type, headers, schema, error body, nothing null. Each record keeps
 * the rules of the contract, and is the same in all responses of one block. The cursors of a page are those of its rows. The responses of all other checks count here
 * too; this one adds the plain request.
 */
export const responses: Check = {
  name: 'responses',
  operations: 'all',
  everySubject: true,
  async run(inspection) {
    const { operation, required } = inspection
    const exchange = await inspection.ask(required)
    if (operation.page === undefined) return
    inspection.expectStatus(200, exchange, 'a plain request')
    if (inspection.list.all.edges.length === 0)
      inspection.notCovered('no records were found, so none were checked')
  },
}

/** There are no duplicates, and each record repeats the ids of the request. */
export const records: Check = {
  name: 'records',
  operations: 'lists',
  everySubject: true,
  async run(inspection) {
    await inspection.refresh()
    const { list, required } = inspection
    const { meaning, all } = list
    if (all.edges.length === 0) return inspection.notCovered('no records were found')
    const seen = new Set<string>()
    const cursors = new Set<string>()
    for (const { node, cursor } of all.edges) {
      const name = identityOf(meaning, node)
      if (seen.has(name)) inspection.problem(`${name} is listed twice`)
      if (cursors.has(cursor)) inspection.problem(`two rows have the cursor ${cursor}`)
      seen.add(name)
      cursors.add(cursor)
      for (const [parameter, field] of Object.entries(meaning.echoes ?? {})) {
        const [asked, got] = [required[parameter], textAt(node, field)]
        if (got !== asked)
          inspection.problem(`${field} must be the ${parameter} asked for, ${asked}, got ${got}`)
      }
    }
  },
}

/** Which fields were never seen, or never with another value. Runs last. */
export const coverage: Check = {
  name: 'coverage',
  operations: 'all',
  async run(inspection) {
    for (const what of inspection.coverage.unproven(inspection.operation)) inspection.notCovered(what)
  },
}
