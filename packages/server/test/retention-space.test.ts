import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { Chain } from './chain.ts'
import { selected } from './contents.ts'
import { newPlace } from './database.ts'
import { fundingPoint, order, stopOrder } from './events.ts'
import { ingestInto } from './running.ts'

const WINDOW_BLOCKS = 40
const PER_BLOCK = 40
const LIMITED = ['orders', 'order_versions', 'stop_orders', 'funding_points']

/** Ids are hashes, which are spread over an index. */
const idOf = (number: number) => createHash('sha256').update(String(number)).digest('hex')

/** Adds blocks whose records end at once. */
function addWindow(chain: Chain): void {
  for (let block = 0; block < WINDOW_BLOCKS; block += 1) {
    const first = Number(chain.height) * PER_BLOCK
    const ids = Array.from({ length: PER_BLOCK }, (_, index) => idOf(first + index))
    chain.block(
      ...ids.flatMap((id, index) => [
        order({ id, version: '1' }),
        order({ id, version: '2', status: 'STATUS_FILLED', remaining: '0' }),
        stopOrder({ id, createdAt: String(chain.time + BigInt(index)), status: 'STATUS_TRIGGERED' }),
        fundingPoint({ seq: String(first + index), timestamp: String(chain.time) }),
      ]),
    )
  }
}

/** Returns the bytes of each table with its indexes. */
async function sizes(database: string): Promise<number[]> {
  const statements = LIMITED.map(
    table =>
      `SELECT sum(pgsize) FROM dbstat JOIN sqlite_schema m ON m.name = dbstat.name WHERE m.tbl_name = '${table}'`,
  )
  return (await selected(database, ...statements)).map(rows => Number(rows[0]?.[0]))
}

it('takes little more space after six windows than after two', async () => {
  const database = await newPlace()
  const keep = BigInt(WINDOW_BLOCKS) * 1_000_000_000n
  const chain = new Chain()
  const measured: number[][] = []
  for (let window = 1; window <= 6; window += 1) {
    const before = chain.lines.length
    addWindow(chain)
    await ingestInto(database, chain.lines.slice(before), { keep, batchEvents: 1000 })
    measured.push(await sizes(database))
  }
  const [, afterTwo = []] = measured
  for (const [index, size] of (measured.at(-1) ?? []).entries())
    expect(size / (afterTwo[index] ?? 0), `${LIMITED[index]} after six windows`).toBeLessThan(1.4)
})
