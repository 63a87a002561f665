import type { Check } from './check.ts'
import { askFor, responseKinds } from './response-kinds.ts'

const NAME = 'X-Request-Id'
const OWN = 'check:1/a_b.c'

/** A request id of the client comes back unchanged. Without one, each response has an id of its own. */
export const requestIds: Check = {
  name: 'request ids',
  operations: 'all',
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    if (!plain.headers.has(NAME)) return inspection.notCovered('responses have no X-Request-Id')
    for (const kind of responseKinds(plain)) {
      const sent = await askFor(inspection, kind, { [NAME]: OWN })
      const got = sent.headers.get(NAME)
      if (got !== OWN)
        inspection.problem(`X-Request-Id must come back unchanged with a ${sent.status}, got ${got}`, sent)
    }
    const other = await inspection.ask(inspection.required)
    if (plain.headers.get(NAME) === other.headers.get(NAME))
      inspection.problem('two responses must not have the same X-Request-Id', other)
    const unusable = await inspection.ask(inspection.required, { headers: { [NAME]: 'a b' } })
    if (unusable.status !== plain.status)
      inspection.problem(
        `an unusable X-Request-Id must get ${plain.status}, got ${unusable.status}`,
        unusable,
      )
    if (unusable.headers.get(NAME) === 'a b')
      inspection.problem('an unusable X-Request-Id must not come back', unusable)
  },
}
