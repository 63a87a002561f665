import type { Check } from './check.ts'

const NAME = 'X-Request-Id'

/** A request id of the client comes back unchanged. Without one, each response has an id of its own. */
export const requestIds: Check = {
  name: 'request ids',
  operations: 'all',
  async run(inspection) {
    const { required } = inspection
    const own = 'check:1/a_b.c'
    const sent = await inspection.ask(required, { headers: { [NAME]: own } })
    const got = sent.headers.get(NAME)
    if (got === null) return inspection.notCovered('responses have no X-Request-Id')
    if (got !== own) inspection.problem(`X-Request-Id must come back unchanged, got ${got}`, sent)
    const [one, other] = [await inspection.ask(required), await inspection.ask(required)]
    if (one.headers.get(NAME) === other.headers.get(NAME))
      inspection.problem('two responses must not have the same X-Request-Id', other)
    const unusable = await inspection.ask(required, { headers: { [NAME]: 'a b' } })
    if (unusable.status !== one.status)
      inspection.problem(`an unusable X-Request-Id must get ${one.status}, got ${unusable.status}`, unusable)
  },
}
