import type { Inspection } from '../inspection.ts'
import { textAt } from '../json.ts'
import { type Edge, pageOf } from '../search/page.ts'
import type { Check } from './check.ts'

const TOTALS = ['totalRefereeNotionalTakerVolume', 'totalRefereeGeneratedRewards']
const WINDOWS = ['0', '1', '2', '5', '30', '2147483647']

/** The totals of referees: "0" over no epochs, and never less over more of them. */
export const aggregation: Check = {
  name: 'aggregation',
  operations: ['listReferralSetReferees'],
  async run(inspection) {
    const windows: Map<string, Edge>[] = []
    for (const epochs of WINDOWS) windows.push(await refereesOver(inspection, epochs))
    const [none, ...others] = windows
    const totals = windows.map(window =>
      JSON.stringify([...window.values()].map(({ node }) => totalsOf(node))),
    )
    if (new Set(totals).size < 3)
      inspection.notCovered('the totals do not depend on the window in what was found')
    for (const { node } of none?.values() ?? []) {
      if (totalsOf(node).some(total => Number(total) !== 0))
        inspection.problem('totals over 0 epochs must be "0"')
    }
    others.forEach((window, index) => {
      for (const [referee, { node }] of windows[index] ?? []) {
        const wider = totalsOf(window.get(referee)?.node ?? node)
        const less = totalsOf(node).some((total, place) => Number(total) > Number(wider[place]))
        if (less)
          inspection.problem(
            `totals over ${WINDOWS[index + 1]} epochs must not be less than over ${WINDOWS[index]}`,
          )
      }
    })
  },
}

async function refereesOver(inspection: Inspection, aggregationEpochs: string): Promise<Map<string, Edge>> {
  const exchange = await inspection.ask({ ...inspection.required, aggregationEpochs })
  const page = pageOf(inspection.operation, exchange)
  return new Map((page?.edges ?? []).map(edge => [textAt(edge.node, 'referee') ?? '', edge]))
}

function totalsOf(node: Edge['node']): string[] {
  return TOTALS.map(field => textAt(node, field) ?? '0')
}
