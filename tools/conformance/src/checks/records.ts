import { textAt } from '../json.ts'
import { identityOf } from '../model/compare.ts'
import type { Check } from './check.ts'

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
