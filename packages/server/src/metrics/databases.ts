import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client'
import type { Network } from '../network/open-network.ts'
import { blockAge, type Readiness } from '../network/readiness.ts'

/** Registers the metrics of the databases behind a service and of its readiness. One reading is for all of them. */
export function databaseMetrics(
  registry: Registry,
  network: Pick<Network, 'databases'>,
  readiness: Readiness,
): void {
  let reading: Promise<void> | undefined
  const collect = () => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = <Label extends string>(about: GaugeConfiguration<Label>) =>
    new Gauge({ registers: [registry], collect, ...about })
  const ready = gauge({
    name: 'trading_network_ready',
    help: 'Whether the status of /ready is 200: 1 or 0. Of several worker processes, the lowest.',
    aggregator: 'min',
  })
  const ofDatabase = { labelNames: ['database'] } as const
  const up = gauge({
    ...{ ...ofDatabase, name: 'trading_network_database_up', aggregator: 'min' },
    help: 'Whether a database responds: 1 or 0. Of several worker processes, the lowest.',
  })
  const height = gauge({
    ...{ ...ofDatabase, name: 'trading_network_block_height', aggregator: 'min' },
    help: 'The last block of a database.',
  })
  const age = gauge({
    ...{ ...ofDatabase, name: 'trading_network_block_age_seconds', aggregator: 'max' },
    help: 'Age of that block by the clock of the server.',
  })
  const first = gauge({
    ...{ ...ofDatabase, name: 'trading_network_first_block', aggregator: 'max' },
    help: 'The first block of a database; absent if it is unknown. Above 1, the start of the history is missing.',
  })
  const partial = gauge({
    ...{ ...ofDatabase, name: 'trading_network_partial_since_block', aggregator: 'min' },
    help: 'The first block of a database with missing events or earlier state; absent if nothing is missing.',
  })
  const gaps = gauge({
    ...{ ...ofDatabase, name: 'trading_network_blocks_with_gaps', aggregator: 'max' },
    help: 'Number of stored blocks with missing events.',
  })
  const since = gauge({
    ...{ ...ofDatabase, name: 'trading_network_history_since_seconds', aggregator: 'max' },
    help: 'Records that ended before this time are removed; Unix time, absent without a limit of the history.',
  })
  const connections = gauge({
    name: 'trading_network_database_connections',
    help: 'Connections to a PostgreSQL database by state (idle, used), and requests that wait for one (waiting).',
    labelNames: ['database', 'state'],
  })

  async function readAll(): Promise<void> {
    // Read first, so that the queries below do not count as waiting requests.
    const databases = await network.databases()
    // A database that is down has no block.
    for (const metric of [height, age, first, partial, gaps, since]) metric.reset()
    for (const { name: database, block, connections: pool } of databases) {
      up.set({ database }, block ? 1 : 0)
      if (block) {
        height.set({ database }, Number(block.height))
        age.set({ database }, blockAge(block) / 1000)
      }
      if (block?.history) {
        const { firstBlock, partialSince, blocksWithGaps, historySince } = block.history
        if (firstBlock) first.set({ database }, Number(firstBlock))
        if (partialSince) partial.set({ database }, Number(partialSince))
        gaps.set({ database }, blocksWithGaps)
        if (historySince) since.set({ database }, Number(historySince) / 1e9)
      }
      if (pool) {
        connections.set({ database, state: 'idle' }, pool.idle)
        connections.set({ database, state: 'used' }, pool.total - pool.idle)
        connections.set({ database, state: 'waiting' }, pool.waiting)
      }
    }
    const isReady = readiness.check().then(() => true)
    ready.set((await isReady.catch(() => false)) ? 1 : 0)
  }
}
