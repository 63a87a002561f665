import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Random } from '@trading-network/simulator'
import { Command, type Ended } from '../command.ts'
import { marks, type Phase, phaseAfter } from './phases.ts'

const MARKS = fileURLToPath(new URL('./marks.ts', import.meta.url))

/**
 * The time of a kill: this many milliseconds after the nth mark (0 is the start), or after the run begins to close.
 */
export interface Moment {
  readonly after: number | 'closing'
  readonly delay: number
}

/** A killed run, or one that ended before its kill. */
export interface Death {
  readonly killed: boolean
  readonly phase: Phase
  /** True during an SQLite checkpoint: SQLite had announced the pages to move into the file, but not yet finished. */
  readonly inCheckpoint: boolean
  readonly ended: Ended
}

/**
 * Draws the time of a kill: sometimes at random, sometimes while the run closes, mostly soon after the begin or the
 * commit of a batch.
 *
 * @param mostMarks maximum number of marks of a run before its kill
 */
export function drawMoment(random: Random, mostMarks: number): Moment {
  const milliseconds = (most: number) => random.below(most * 100) / 100
  switch (random.below(12)) {
    case 0:
      return { after: 0, delay: milliseconds(1000) }
    case 1:
      return { after: 'closing', delay: milliseconds(8) }
    case 2:
    case 3:
      return { after: 1, delay: milliseconds(500) }
    default:
      return { after: random.between(1, mostMarks), delay: milliseconds(random.below(2) === 0 ? 1 : 10) }
  }
}

/** Starts a run of `ingest` that reports its marks. */
export function startIngest(database: string, events: string, folder: string): Command {
  const args = ['ingest', events, '--database', database, '--batch', '150', '--keep', '60s']
  return new Command(args, folder, { node: ['--import', MARKS] })
}

/** Kills a run with SIGKILL at the given time. */
export async function kill(command: Command, database: string, { after, delay }: Moment): Promise<Death> {
  let told = ''
  const due = Promise.withResolvers<void>()
  const look = () => {
    if (after === 'closing' ? told.endsWith(marks.close) : told.length >= after) due.resolve()
  }
  command.process.stdio[3]?.on('data', (letters: Buffer) => {
    told += letters
    look()
  })
  look()
  const ended = command.ended()
  await Promise.race([due.promise, ended])
  await Promise.race([pause(delay), ended])
  command.process.kill('SIGKILL')
  const end = await ended
  const phase = phaseAfter(told)
  return {
    killed: command.process.signalCode === 'SIGKILL',
    phase,
    // In other phases the index is from an earlier run.
    inCheckpoint: (phase === 'committing' || phase === 'closing') && isInCheckpoint(database),
    ended: end,
  }
}

/** More precise than a timer for short pauses, which are the ones that hit a commit. */
async function pause(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) await new Promise(resolve => setImmediate(resolve))
}

/** Reads the index of the log (SQLite's "WAL-index"): the numbers of moved frames and of frames to move. */
function isInCheckpoint(database: string): boolean {
  try {
    const index = readFileSync(`${database}-shm`)
    return index.readUInt32LE(96) !== index.readUInt32LE(128)
  } catch {
    return false
  }
}
