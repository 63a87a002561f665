import { textAt } from '../json.ts'
import type { Check } from './check.ts'

const MAX_ATTEMPTS = 5

/** The available stake is the accepted links minus the accepted unlinks, never below "0", on every page. */
export const availableStake: Check = {
  name: 'available stake',
  operations: ['getStake'],
  everySubject: true,
  async run(inspection) {
    const { required } = inspection
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await inspection.refresh()
      const { all } = inspection.list
      if (!all.complete) return inspection.notCovered('the party has too many linkings to add them up')
      const exchange = await inspection.ask({ ...required, 'pagination.first': '1' })
      await inspection.refresh()
      if (inspection.list.all.edges.length !== all.edges.length) continue
      if (all.edges.length === 0) inspection.notCovered('no party with linkings was found')
      let sum = 0n
      for (const { node } of all.edges) {
        const amount = BigInt(textAt(node, 'amount') ?? '0')
        if (textAt(node, 'status') !== 'STATUS_ACCEPTED') continue
        if (textAt(node, 'type') === 'TYPE_LINK') sum += amount
        if (textAt(node, 'type') === 'TYPE_UNLINK') sum -= amount
      }
      const wanted = String(sum > 0n ? sum : 0n)
      const got = textAt(exchange.body, 'currentStakeAvailable')
      if (got !== wanted)
        inspection.problem(`currentStakeAvailable must be ${wanted} by its linkings, got ${got}`, exchange)
      return
    }
    inspection.notCovered('the linkings changed each time')
  },
}
