import { type Json, textAt } from '../json.ts'
import { edgesOf } from '../records/page.ts'
import type { Inspection } from './inspection.ts'

const TOTALS = ['totalRefereeNotionalTakerVolume', 'totalRefereeGeneratedRewards']
const WINDOWS = ['0', '1', '2', '5', '30', '2147483647']

/** The totals of referees: "0" over no epochs, and never less over more of them. */
export async function aggregation(inspection: Inspection): Promise<void> {
  let narrower = new Map<string, number[]>()
  const different = new Set<string>()
  for (const epochs of WINDOWS) {
    const totals = await totalsOver(inspection, epochs)
    different.add(JSON.stringify([...totals.values()]))
    for (const [referee, sums] of totals) {
      if (epochs === '0' && sums.some(sum => sum !== 0))
        inspection.problem('totals over 0 epochs must be "0"')
      if (narrower.get(referee)?.some((sum, place) => sum > (sums[place] ?? 0)))
        inspection.problem(`totals over ${epochs} epochs must not be less than over fewer`)
    }
    narrower = totals
  }
  if (different.size < 3) inspection.notCovered('the totals do not depend on the window in what was found')
}

async function totalsOver(inspection: Inspection, aggregationEpochs: string): Promise<Map<string, number[]>> {
  const exchange = await inspection.ask({ params: { ...inspection.required, aggregationEpochs } })
  const totals = (node: Json) => TOTALS.map(field => Number(textAt(node, field) ?? '0'))
  return new Map(edgesOf(exchange).map(({ node }) => [textAt(node, 'referee') ?? '', totals(node)]))
}

/** The available stake is the accepted links minus the accepted unlinks, never below "0", on every page. */
export async function availableStake(inspection: Inspection): Promise<void> {
  const { edges, complete } = inspection.list.all
  if (!complete) return inspection.notCovered('the party has too many linkings to add them up')
  if (edges.length === 0) inspection.notCovered('no party with linkings was found')
  const params = { ...inspection.required, 'pagination.first': '1' }
  await inspection.together([{ params }], ({ body }) => {
    const sum = inspection.list.all.edges.reduce((total, { node }) => total + stakeOf(node), 0n)
    const wanted = String(sum > 0n ? sum : 0n)
    const got = textAt(body, 'currentStakeAvailable')
    if (got === wanted) return undefined
    return `currentStakeAvailable must be ${wanted} by its linkings, got ${got}`
  })
}

/** The part of the available stake that a linking adds; negative if it takes some. */
function stakeOf(linking: Json): bigint {
  if (textAt(linking, 'status') !== 'STATUS_ACCEPTED') return 0n
  const amount = BigInt(textAt(linking, 'amount') ?? '0')
  const type = textAt(linking, 'type')
  return type === 'TYPE_LINK' ? amount : type === 'TYPE_UNLINK' ? -amount : 0n
}
