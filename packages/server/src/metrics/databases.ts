import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client'
import type { Network } from '../network/open-network.ts'
import { blockAge, type Readiness } from '../network/readiness.ts'

/** Registers the metrics of the database behind a service and of its readiness. One reading is for all of them. */
export function databaseMetrics(
  registry: Registry,
  network: Pick<Network, 'probe' | 'connections'>,
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
    ...{ name: 'trading_network_ready', aggregator: 'min' },
    help: 'Whether the status of /ready is 200: 1 or 0. Of several worker processes, the lowest.',
  })
  const up = gauge({
    ...{ name: 'trading_network_database_up', aggregator: 'min' },
    help: 'Whether the database responds: 1 or 0. Of several worker processes, the lowest.',
  })
  const height = gauge({
    ...{ name: 'trading_network_block_height', aggregator: 'min' },
    help: 'The last block of the database.',
  })
  const age = gauge({
    ...{ name: 'trading_network_block_age_seconds', aggregator: 'max' },
    help: 'Age of that block by the clock of the server.',
  })
  const first = gauge({
    ...{ name: 'trading_network_first_block', aggregator: 'max' },
    help: 'The first block of the database; absent if it is unknown. Above 1, the start of the history is missing.',
  })
  const partial = gauge({
    ...{ name: 'trading_network_partial_since_block', aggregator: 'min' },
    help: 'The first block of the database with missing events or earlier state; absent if nothing is missing.',
  })
  const gaps = gauge({
    ...{ name: 'trading_network_blocks_with_gaps', aggregator: 'max' },
    help: 'Number of stored blocks with missing events.',
  })
  const since = gauge({
    ...{ name: 'trading_network_history_since_seconds', aggregator: 'max' },
    help: 'Records that ended before this time are removed; Unix time, absent without a limit of the history.',
  })
  const connections = gauge({
    name: 'trading_network_database_connections',
    help: 'Connections to PostgreSQL by state (idle, used), and requests that wait for one (waiting).',
    labelNames: ['state'],
  })

  async function readAll(): Promise<void> {
    // Read first, so that the queries below do not count as waiting requests.
    const pool = network.connections
    const block = await Promise.resolve(network.probe()).catch(() => undefined)
    // A database that is down has no block.
    for (const metric of [height, age, first, partial, gaps, since]) metric.remove()
    up.set(block ? 1 : 0)
    if (block) {
      height.set(Number(block.height))
      age.set(blockAge(block) / 1000)
    }
    if (block?.history) {
      const { firstBlock, partialSince, blocksWithGaps, historySince } = block.history
      first.set(Number(firstBlock))
      if (partialSince) partial.set(Number(partialSince))
      gaps.set(blocksWithGaps)
      if (historySince) since.set(Number(historySince) / 1e9)
    }
    if (pool) {
      connections.set({ state: 'idle' }, pool.idle)
      connections.set({ state: 'used' }, pool.total - pool.idle)
      connections.set({ state: 'waiting' }, pool.waiting)
    }
    const isReady = readiness.check().then(() => true)
    ready.set((await isReady.catch(() => false)) ? 1 : 0)
  }
}
