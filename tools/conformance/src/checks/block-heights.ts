import type { Check } from './check.ts'
import { askFor, responseKinds } from './response-kinds.ts'

/** A response from another process of the service may be older, but not by more blocks. */
const MAX_LAG = 100n

/** Errors and 304 have the block of the service, like other responses. */
export const blockHeights: Check = {
  name: 'block heights',
  operations: 'all',
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    const height = plain.headers.get('x-block-height') ?? ''
    if (!/^\d{1,18}$/.test(height)) return inspection.notCovered('no block height is known')
    for (const kind of responseKinds(plain)) {
      const exchange = await askFor(inspection, kind)
      const got = exchange.headers.get('x-block-height')
      if (got === null || !/^\d{1,18}$/.test(got)) continue
      const lag = BigInt(height) - BigInt(got)
      if (lag > MAX_LAG || lag < -MAX_LAG)
        inspection.problem(
          `X-Block-Height of a ${exchange.status} must be near ${height}, got ${got}`,
          exchange,
        )
    }
  },
}
