import type { Inspection } from '../inspection.ts'
import { textAt } from '../json.ts'
import { namesOf } from '../model/compare.ts'

/**
 * Every response follows the contract: status, content type, headers, schema, error body, nothing null. Each record
 * keeps the rules of the contract, and is the same in all responses of one block. The responses of all other checks
 * count here too; this one adds the plain request.
 */
export async function responses(inspection: Inspection): Promise<void> {
  const { operation, required } = inspection
  const exchange = await inspection.ask(required)
  if (operation.page === undefined) return
  inspection.expectStatus(200, exchange, 'a plain request')
  if (inspection.list.all.edges.length === 0)
    inspection.notCovered('no records were found, so none were checked')
}

/** There are no duplicates, and each record repeats the ids of the request. */
export async function records(inspection: Inspection): Promise<void> {
  await inspection.refresh()
  const { list, required } = inspection
  const { meaning, all } = list
  if (all.edges.length === 0) inspection.notCovered('no records were found')
  const seen = new Set<string>()
  for (const name of namesOf(meaning, all.edges)) {
    if (seen.has(name)) inspection.problem(`${name} is listed twice`)
    seen.add(name)
  }
  for (const { node } of all.edges) {
    for (const [parameter, field] of Object.entries(meaning.echoes ?? {})) {
      const [asked, got] = [required[parameter], textAt(node, field)]
      if (got === asked) continue
      inspection.problem(`${field} must be the ${parameter} asked for, ${asked}, got ${got}`)
    }
  }
}

/** Reports the fields that no record has, and those that are the same in all records. Runs last. */
export async function coverage(inspection: Inspection): Promise<void> {
  for (const field of inspection.seen.fields.unproven(inspection.operation)) inspection.notCovered(field)
}
