import { testing } from '../contract/operations.ts'
import { type Json, textAt } from '../json.ts'
import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'
import { edgesOf, pageOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

export const stakes: Rule = {
  demands: 'The available stake is the accepted links minus the accepted unlinks, never below "0".',
  contract: '/components/schemas/PartyStake',
  check: 'available stake',
  start: each(function* (exchange) {
    const page = pageOf(exchange)
    const isWhole = page && !page.hasNextPage && !page.hasPreviousPage
    if (exchange.request.operation.id !== 'getStake' || !isWhole) return
    const sum = page.edges.reduce((total, { node }) => total + stakeOf(node), 0n)
    const wanted = String(sum > 0n ? sum : 0n)
    const got = textAt(exchange.body, 'currentStakeAvailable')
    if (got !== wanted) yield `currentStakeAvailable must be ${wanted} by its linkings, got ${got}`
  }),
}

/** The part of the available stake that a linking adds; negative if it takes some. */
function stakeOf(linking: Json): bigint {
  if (textAt(linking, 'status') !== 'STATUS_ACCEPTED') return 0n
  const amount = BigInt(textAt(linking, 'amount') ?? '0')
  const type = textAt(linking, 'type')
  return type === 'TYPE_LINK' ? amount : type === 'TYPE_UNLINK' ? -amount : 0n
}

const TOTALS = ['totalRefereeNotionalTakerVolume', 'totalRefereeGeneratedRewards']

export const totals: Rule = {
  demands: 'The totals of a referee are "0" over no epochs, and never less over more of them.',
  contract: '/components/schemas/ReferralSetReferee',
  check: 'aggregation',
  start: () => {
    const known = new Map<string, Map<number, { sums: readonly number[]; other: Exchange }>>()
    return function* (exchange) {
      const { operation, params } = exchange.request
      for (const { name, default: usual } of testing(operation, 'totals'))
        for (const { node } of edgesOf(exchange)) {
          const epochs = Number(params[name] ?? usual)
          const sums = TOTALS.map(field => Number(textAt(node, field)))
          if (epochs === 0 && sums.some(sum => sum !== 0)) yield 'totals over 0 epochs must be "0"'
          const key = `${textAt(node, 'referee')} ${heightOf(exchange)}`
          const windows = known.get(key) ?? new Map()
          known.set(key, windows.set(epochs, { sums, other: withoutBody(exchange) }))
          for (const [window, { sums: before, other }] of windows) {
            const [less, more] = window < epochs ? [before, sums] : [sums, before]
            if (less.some((sum: number, place: number) => sum > (more[place] ?? 0)))
              yield { message: 'totals over some epochs must not be less than over fewer', other }
          }
        }
    }
  },
}
