import type { Operation } from '../contract/operations.ts'
import type { Inspection } from '../inspection.ts'

/** A property of operations. It runs requests, and reports problems to the inspection. */
export interface Check {
  readonly name: string
  /** All operations, those with pages, or these. */
  readonly operations: 'all' | 'lists' | readonly string[]
  /** Runs for each of the ids that were chosen for the required parameters, not only for the first. */
  readonly everySubject?: true
  run(inspection: Inspection): Promise<void>
}

/** Whether a check has to do with an operation. */
export function concerns({ operations }: Check, { id, page }: Operation): boolean {
  if (operations === 'all') return true
  return operations === 'lists' ? page !== undefined : operations.includes(id)
}
