import type { Check } from './check.ts'
import { unreached } from './response-kinds.ts'

const NAME = 'X-Min-Block-Height'
const MALFORMED = ['abc', '-1', '1.5', '1e3', '9'.repeat(20)]

/** A response is at `X-Min-Block-Height` or later; a block that the service has not reached is a 503. */
export const minimumHeight: Check = {
  name: 'minimum height',
  operations: 'all',
  async run(inspection) {
    const { required } = inspection
    const plain = await inspection.ask(required)
    const height = plain.headers.get('x-block-height') ?? ''
    if (plain.status !== 200 || !/^\d{1,18}$/.test(height))
      return inspection.notCovered('no block height is known')
    for (const reached of ['0', height]) {
      const exchange = await inspection.ask(required, { headers: { [NAME]: reached } })
      const got = exchange.headers.get('x-block-height') ?? ''
      if (!inspection.expectStatus(200, exchange, `${NAME} of a reached block`)) continue
      if (BigInt(got) < BigInt(reached))
        inspection.problem(`the response must be at block ${reached} or later, got ${got}`, exchange)
    }
    const tag = plain.headers.get('etag')
    const far = unreached(height)
    for (const more of [{}, ...(tag === null ? [] : [{ 'if-none-match': tag }])]) {
      const exchange = await inspection.ask(required, { ...far, headers: { ...far.headers, ...more } })
      if (!inspection.expectStatus(503, exchange, `${NAME} of a block far ahead`)) continue
      if (exchange.headers.get('retry-after') === null)
        inspection.problem('a 503 must have Retry-After', exchange)
    }
    await inspection.each(MALFORMED, value =>
      inspection.expectRefusal(`${NAME}: ${value}`, [NAME], required, { headers: { [NAME]: value } }),
    )
  },
}
