import { Counter, Gauge, type Registry } from 'prom-client'
import { isRead } from '../ingest/event-types.ts'
import type { Progress } from '../ingest/ingest.ts'
import { blockOf } from '../network/open-network.ts'
import { blockAge } from '../network/readiness.ts'
import type { Metrics } from './service.ts'

/**
 * Registers the metrics of an ingest. Events per second are `rate(trading_network_ingest_events_total[1m])`. Call
 * `update` after every commit.
 */
export function ingestMetrics(registry: Registry): Metrics & { update(progress: Progress): void } {
  const registers = [registry]
  const blocks = new Counter({
    name: 'trading_network_ingest_blocks_total',
    help: 'Blocks stored since the start of the process.',
    registers,
  })
  const events = new Counter({
    name: 'trading_network_ingest_events_total',
    help: 'Events of those blocks.',
    registers,
  })
  const unknown = new Counter({
    name: 'trading_network_ingest_unknown_events_total',
    help: 'Events that feed no record and were left out, by type; beyond a hundred types, of type other.',
    labelNames: ['type'],
    registers,
  })
  const bad = new Counter({
    name: 'trading_network_ingest_bad_events_total',
    help: 'Bad events that `--partial` has left out since the start of the process.',
    registers,
  })
  const height = new Gauge({
    name: 'trading_network_ingest_block_height',
    help: 'The last block stored; absent before the first commit.',
    registers,
  })
  const age = new Gauge({
    name: 'trading_network_ingest_block_age_seconds',
    help: 'Age of that block by the clock of the server.',
    registers,
  })
  height.remove()
  age.remove()
  const show = (progress: Progress) => {
    for (const counter of [blocks, events, unknown, bad]) counter.reset()
    blocks.inc(progress.blocks)
    events.inc(progress.events)
    bad.inc(progress.leftOut)
    for (const [type, number] of progress.types) if (!isRead(type)) unknown.inc({ type }, number)
    height.set(Number(progress.checkpoint.height))
    age.set(blockAge(blockOf(progress.checkpoint)) / 1000)
  }
  let latest: Progress | undefined
  return {
    update(progress) {
      latest = progress
    },
    text() {
      if (latest) show(latest)
      return registry.metrics()
    },
  }
}
