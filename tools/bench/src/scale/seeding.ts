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
  /** Making the events has a process of its own, which is faster than storing them. */
  readonly seconds: number
  readonly firstTenth: number
  readonly lastTenth: number
  /** Resident memory of the process that ingests, at its highest; bytes. */
  readonly memory: number
}

/** Nobody waits for the blocks: few commits, each with many events. */
const BATCHES = { batchEvents: 150_000, batchTime: 60_000 }

const isFile = (database: string) => !database.startsWith('postgres')

interface Mark {
  readonly events: number
  readonly seconds: number
}

/**
 * Fills a database, an SQLite file by its path or a PostgreSQL database by its URL, with a network of a scale,
 * through the ingest. What is stored already, of a run that was cut off, is left out.
 */
export async function seed(database: string, scale: number, status: StatusLine): Promise<Seeding> {
  const writer = await openWriter(database)
  const stored = await writer.checkpoint()
  const { source, stop } = eventsOfProcess(scale, Number(stored?.height ?? 0n))
  // Of a run that goes on, the clock starts with the first commit: what it leaves out takes time too.
  const marks: Mark[] = stored ? [] : [{ events: 0, seconds: 0 }]
  const started = performance.now()
  let memory = 0
  try {
    await ingest(source, writer, {
      ...(isFile(database) && BATCHES),
      onCommit: progress => {
        marks.push({ events: progress.events, seconds: (performance.now() - started) / 1000 })
        memory = Math.max(memory, process.memoryUsage.rss())
        status.show(farAs(progress, marks, scale))
      },
    })
    return {
      ...between(marks, 0, 1),
      firstTenth: rate(marks, 0, 0.1),
      lastTenth: rate(marks, 0.9, 1),
      memory,
    }
  } finally {
    await writer.close()
    stop()
    status.clear()
  }
}

function farAs({ checkpoint }: Progress, marks: readonly Mark[], scale: number): string {
  const done = Number(checkpoint.height) / blocksOf(scale)
  const perSecond = rate(marks, 0, 1)
  const rest = Number.isFinite(perSecond) ? `${count((eventsOf(scale) * (1 - done)) / perSecond)} s left` : ''
  return `seeding scale ${scale}: ${Math.floor(100 * done)} % · ${count(perSecond || 0)} events/s · ${rest}`
}

function eventsOfProcess(scale: number, stored: number): { source: Source; stop(): void } {
  const script = fileURLToPath(new URL('events-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(scale), String(stored)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const made = readSource('the seeding', child.stdout)
  const records = async function* (): ReturnType<Source['records']> {
    yield* made.records()
    const [code] = await exited
    if (code !== 0) throw new Error('the process that makes the events was ended before it was done')
  }
  return { source: { ...made, records }, stop: () => child.kill() }
}

/** The events between two shares of all events and the time they took, as near as the commits tell. */
function between(marks: readonly Mark[], from: number, to: number): Mark {
  const [first = { events: 0, seconds: 0 }] = marks
  const share = ({ events }: Mark) => (events - first.events) / ((marks.at(-1)?.events ?? 0) - first.events)
  const start = marks.findLast(mark => share(mark) <= from) ?? first
  const end = marks.find(mark => share(mark) >= to) ?? start
  return { events: end.events - start.events, seconds: end.seconds - start.seconds }
}

/** Events per second between two shares of all events. */
function rate(marks: readonly Mark[], from: number, to: number): number {
  const { events, seconds } = between(marks, from, to)
  return events / seconds
}
