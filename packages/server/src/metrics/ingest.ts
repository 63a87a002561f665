import type { Registry } from 'prom-client'
import { isRead } from '../ingest/event-types.ts'
import type { Progress } from '../ingest/options.ts'
import type { Source } from '../ingest/source.ts'
import { blockOf } from '../network/open-network.ts'
import { blockAge } from '../network/readiness.ts'
import { register } from './registry.ts'
import type { Metrics } from './service.ts'

/**
 * Registers the metrics of an ingest. Events per second are `rate(trading_network_ingest_events_total[1m])`. Call
 * `update` after every commit.
 */
export function ingestMetrics(
  registry: Registry,
  source: Pick<Source, 'bytesBehind'>,
  mirror?: { readonly height: bigint },
): Metrics & { update(progress: Progress): void } {
  let latest: Progress | undefined
  register(registry, {
    name: 'trading_network_ingest_blocks_total',
    help: 'Blocks stored since the start of the process.',
    values: () => latest?.blocks ?? 0,
  })
  register(registry, {
    name: 'trading_network_ingest_events_total',
    help: 'Events of those blocks.',
    values: () => latest?.events ?? 0,
  })
  register(registry, {
    name: 'trading_network_ingest_unknown_events_total',
    help: 'Events that feed no record and were left out, by type; beyond a hundred types, of type other.',
    labelNames: ['type'],
    values: () =>
      [...(latest?.types ?? [])].filter(([type]) => !isRead(type)).map(([type, count]) => [count, { type }]),
  })
  register(registry, {
    name: 'trading_network_ingest_bad_events_total',
    help: 'Bad events that `--partial` has left out since the start of the process.',
    values: () => latest?.leftOut ?? 0,
  })
  register(registry, {
    name: 'trading_network_ingest_block_height',
    help: 'The last block stored; absent before the first commit.',
    values: () => latest && Number(latest.checkpoint.height),
  })
  register(registry, {
    name: 'trading_network_ingest_block_age_seconds',
    help: 'Age of that block by the clock of the server.',
    values: () => latest && blockAge(blockOf(latest.checkpoint)) / 1000,
  })
  register(registry, {
    name: 'trading_network_ingest_source_bytes_behind',
    help: 'Bytes of the event files that are not read yet; absent for standard input, of which only the age of the last block is known.',
    values: () => source.bytesBehind?.(),
  })
  register(registry, {
    name: 'trading_network_ingest_mirror_blocks_behind',
    help: 'Blocks that the mirror lacks, all until it was reached first; absent without a mirror or a commit.',
    values: () => mirror && latest && Number(latest.checkpoint.height - mirror.height),
  })
  return {
    update(progress) {
      latest = progress
    },
    text: () => registry.metrics(),
  }
}
