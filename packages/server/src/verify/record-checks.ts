import { createRequire } from 'node:module'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { accounts } from '../projections/accounts.ts'
import { fundingPoints } from '../projections/funding-points.ts'
import { liquidityProvisions } from '../projections/liquidity-provisions.ts'
import { nodeSignatures } from '../projections/node-signatures.ts'
import { orders, orderVersions } from '../projections/orders.ts'
import { edgeEnd } from '../projections/projection.ts'
import { edgeWithTotals, referees } from '../projections/referees.ts'
import { rewardSummaries } from '../projections/reward-summaries.ts'
import { stakeLinkings } from '../projections/stake-linkings.ts'
import { stopOrders } from '../projections/stop-orders.ts'
import type { StoredTable } from '../store/tables/stored-tables.ts'
import { type AnyTable, isListed } from '../store/tables/table.ts'

/** Returns the problem of a stored row; undefined for a row that a response can carry. */
export type RecordCheck = (row: readonly unknown[]) => string | undefined

/** The schema of the contract for the JSON in each table. The other tables have no JSON. */
const schemas: ReadonlyMap<AnyTable, string> = new Map<AnyTable, string>([
  [fundingPoints, 'FundingPeriodDataPointEdge'],
  [rewardSummaries, 'EpochRewardSummaryEdge'],
  [referees, 'ReferralSetRefereeEdge'],
  [stopOrders, 'StopOrderRecordEdge'],
  [accounts, 'AccountEdge'],
  [liquidityProvisions, 'LiquidityProvisionRecordEdge'],
  [stakeLinkings, 'StakeLinkingEdge'],
  [nodeSignatures, 'NodeSignatureEdge'],
  [orders, 'Order'],
  [orderVersions, 'Order'],
])

export function recordChecks(): ReadonlyMap<string, (table: StoredTable) => RecordCheck> {
  const contract = createRequire(import.meta.url)('@trading-network/spec/openapi.json') as object
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(contract, 'contract')
  return new Map(
    [...schemas].map(([table, name]) => {
      const validate = ajv.getSchema(`contract#/components/schemas/${name}`)
      if (!validate) throw new Error(`the contract has no schema ${name}`)
      return [table.name, stored => checkOf(table, stored, validate)]
    }),
  )
}

function checkOf(table: AnyTable, { columns }: StoredTable, validate: ValidateFunction): RecordCheck {
  const place = (column: string) => columns.findIndex(([name]) => name === column)
  const [edge, end, node, at, pos] = ['edge', 'edge_end', 'node', 'at', 'pos'].map(place) as number[]
  return row => {
    const value = (index: number | undefined) => row[index ?? -1] as string
    const text =
      table === referees
        ? edgeWithTotals(value(edge), value(end), { volume: '0', rewards: '0' })
        : isListed(table)
          ? value(edge)
          : value(node)
    if (isListed(table)) {
      const place = { at: row[at ?? -1] as bigint, pos: row[pos ?? -1] as bigint }
      if (!text.endsWith(edgeEnd(table, place)))
        return `its cursor is not the one of its place ${place.at}, ${place.pos}`
    }
    return jsonProblem(text, validate)
  }
}

function jsonProblem(text: string, validate: ValidateFunction): string | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return (error as Error).message
  }
  if (validate(json)) return undefined
  const [problem] = validate.errors ?? []
  return `${problem?.instancePath} ${problem?.message}`
}
