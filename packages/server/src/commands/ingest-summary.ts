import { isRead } from '../ingest/event-types.ts'
import type { Progress } from '../ingest/options.ts'
import { shortened } from '../ingest/printable.ts'
import { type HistorySummary, summaryOf } from '../store/tables/checkpoint.ts'

import { count, duration } from './progress.ts'

/** Describes the result of an ingest; the last line has the history of the database. */
export function summary(
  { blocks, skipped, repeated, leftOut, events, types, checkpoint, unfinished }: Progress,
  seconds: number,
): string {
  const others = [...types].filter(([type]) => !isRead(type))
  const other = others.reduce((sum, [, number]) => sum + number, 0)
  const known =
    checkpoint.height < 0n ? 'The database is empty.' : `The database is at block ${checkpoint.height}.`
  return [
    `Stored ${count(blocks)} blocks with ${count(events)} events in ${duration(seconds)}. ${known}`,
    ...(skipped > 0 ? [`${count(skipped)} blocks were stored already.`] : []),
    ...(other > 0
      ? [`Skipped ${count(other)} events of ${others.length} types that the API does not use.`]
      : []),
    ...(repeated > 0 ? [`Repeated events, dropped: ${count(repeated)}.`] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} bad events were left out.`] : []),
    ...(unfinished === undefined ? [] : [`Block ${unfinished} has no end and was left out.`]),
    ...(checkpoint.height < 0n ? [] : [historyText(summaryOf(checkpoint))]),
  ].join('\n')
}

export function historyText({ firstBlock, partialSince, blocksWithGaps, source }: HistorySummary): string {
  const start = `Its history begins at block ${firstBlock} (${source})`
  if (partialSince === undefined) return `${start}, and has no gaps.`
  const gaps = `${count(blocksWithGaps)} ${blocksWithGaps === 1 ? 'block has' : 'blocks have'} gaps`
  return `${start}; ${gaps}. It is partial since block ${partialSince}: records and sums lack the missing events.`
}

export function typeTable(types: ReadonlyMap<string, number>): string {
  const rows = [...types].sort(([, one], [, other]) => other - one)
  const width = Math.max(...rows.map(([, number]) => count(number).length))
  return rows
    .map(
      ([type, number]) =>
        `${count(number).padStart(width)}  ${isRead(type) ? 'read    ' : 'left out'}  ${shortened(type)}\n`,
    )
    .join('')
}
