import { Database } from '../database.ts'

/** Identifiers and ranges of a database to filter by. They are the commonest, so filtered lists have many pages. */
export type Sample = ReturnType<typeof sampleOf>

type Named<Column extends string> = Readonly<Record<Column, string>>

/** An identifier for a database without records of a kind. */
const NOBODY = '0'.repeat(64)
/** The owner of the network's own accounts, which is no party. */
const NETWORK = '*'

/** Takes the sample from an SQLite file. */
export function sampleOf(path: string) {
  return Database.read(path, database => {
    const several = (table: string, column: string, most: number) =>
      database.commonest(table, [column], most).map(([id = NOBODY]) => id)
    const top = <Column extends string>(table: string, ...columns: Column[]) => {
      const ids = database.commonest(table, columns)[0] ?? []
      return Object.fromEntries(
        columns.map((column, index) => [column, ids[index] ?? NOBODY]),
      ) as Named<Column>
    }
    const owners = several('derived_parties', 'party', 100)
    const [first = 0n, last = 0n] = ['min', 'max'].map(end =>
      BigInt(database.value(`coalesce(${end}(at), 0) FROM stop_orders`)),
    )
    // Most accounts have no market.
    const onMarket = database
      .commonest('accounts', ['asset', 'market'], 100)
      .find(ids => ids[1]?.length === 64)
    const [asset = NOBODY, market = NOBODY] = onMarket ?? []
    return {
      stopOrder: top('stop_orders', 'party', 'market'),
      account: {
        asset,
        market,
        owner: several('accounts', 'owner', 2).find(id => id !== NETWORK) ?? NOBODY,
      },
      /** Owners of a few automated market makers, and of the most. */
      makers: { few: owners.at(-1) ?? NOBODY, many: owners[0] ?? NOBODY },
      provision: top('liquidity_provisions', 'party', 'market', 'reference'),
      funding: {
        ...top('funding_points', 'market'),
        seq: database.value('coalesce(max(seq), 1) / 2 + 1 FROM funding_points'),
      },
      referral: top('referees', 'referral_set', 'referrer', 'referee'),
      reward: top('reward_summaries', 'asset'),
      staker: top('stake_linkings', 'party').party,
      resource: top('node_signatures', 'resource').resource,
      parties: several('stop_orders', 'party', 8),
      markets: several('stop_orders', 'market', 8),
      order: database.orders(2).at(-1) ?? NOBODY,
      /** The hundredth of all time, in Unix nanoseconds, and of all epochs in the middle. */
      times: middle(first, last),
      epochs: middle(0n, BigInt(database.value('max(ended_epoch, 0) FROM checkpoint'))),
    }
  })
}

function middle(first: bigint, last: bigint): [from: string, to: string] {
  const from = (first + last) / 2n
  const length = (last - first) / 100n
  return [String(from), String(from + (length > 0n ? length : 1n))]
}
