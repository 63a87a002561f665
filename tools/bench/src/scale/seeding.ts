import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ingest, openWriter, type Progress, readSource, type Source } from '@trading-network/server'
import { count } from '../report.ts'
import type { StatusLine } from '../status-line.ts'
import { blocksOf, eventsOf } from './population.ts'

/** How seeding went, over all events and over the first and the last tenth of them. */
export interface Seeding {
  readonly events: number
  /** Wall time: making the events has a process of its own, which is faster than storing them. */
  readonly seconds: number
  readonly firstTenth: number
  readonly lastTenth: number
  /** Resident memory of the process that ingests, at its highest; bytes. */
  readonly memory: number
}

interface Mark {
  readonly events: number
  readonly seconds: number
}

/**
 * Fills a database, an SQLite file by its path or a PostgreSQL database by its URL, with a network of a scale: as an
 * operator would, through the ingest. What is stored already, of a run that was cut off, is left out.
 */
export async function seed(database: string, scale: number, status: StatusLine): Promise<Seeding> {
  const writer = await openWriter(database)
  const { source, stop } = eventsOfProcess(scale)
  const marks: Mark[] = [{ events: 0, seconds: 0 }]
  const started = performance.now()
  let memory = 0
  try {
    const { lines: events } = await ingest(source, writer, {
      onCommit: progress => {
        const seconds = (performance.now() - started) / 1000
        marks.push({ events: progress.lines, seconds })
        memory = Math.max(memory, process.memoryUsage.rss())
        status.show(farAs(progress, seconds, scale))
      },
    })
    const seconds = marks.at(-1)?.seconds ?? 0
    return { events, seconds, firstTenth: rate(marks, 0, 0.1), lastTenth: rate(marks, 0.9, 1), memory }
  } finally {
    await writer.close()
    stop()
    status.clear()
  }
}

function farAs({ lines, checkpoint }: Progress, seconds: number, scale: number): string {
  const done = Number(checkpoint.height) / blocksOf(scale)
  const rest = (eventsOf(scale) * (1 - done)) / (lines / seconds)
  return (
    `seeding scale ${scale}: ${Math.floor(100 * done)} % · ${count(lines)} events · ` +
    `${count(lines / seconds)} events/s · ${count(rest)} s left`
  )
}

function eventsOfProcess(scale: number): { source: Source; stop(): void } {
  const script = fileURLToPath(new URL('events-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(scale)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const made = readSource('the seeding', child.stdout)
  const lines = async function* (): AsyncGenerator<string[]> {
    yield* made.lines()
    const [code] = await exited
    if (code !== 0) throw new Error('the process that makes the events was ended before it was done')
  }
  return { source: { ...made, lines }, stop: () => child.kill() }
}

/** Events per second between two shares of all events, as near as the commits tell. */
function rate(marks: readonly Mark[], from: number, to: number): number {
  const all = marks.at(-1)?.events ?? 0
  const start = marks.findLast(({ events }) => events <= from * all) ?? { events: 0, seconds: 0 }
  const end = marks.find(({ events }) => events >= to * all) ?? start
  return (end.events - start.events) / (end.seconds - start.seconds)
}
