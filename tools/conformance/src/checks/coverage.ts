import type { Check } from './check.ts'

/** Which fields were never seen, or never with another value. Runs last. */
export const coverage: Check = {
  name: 'coverage',
  operations: 'all',
  async run(inspection) {
    for (const what of inspection.coverage.unproven(inspection.operation)) inspection.notCovered(what)
  },
}
