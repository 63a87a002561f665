import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Random } from '@trading-network/simulator'
import { isPostgres } from '../../src/store/database-url.ts'
import { Command, type Ended } from '../command.ts'
import { marks, type Phase, phaseAfter } from './phases.ts'

const MARKS = fileURLToPath(new URL('./marks.ts', import.meta.url))

/** When a run is killed: so many milliseconds after its nth mark (from its start: 0), or after it begins to close. */
export interface Moment {
  readonly after: number | 'closing'
  readonly delay: number
}

/** A run that was killed, or had ended before it could be. */
export interface Death {
  readonly killed: boolean
  readonly phase: Phase
  /** SQLite was moving the log into the file: it had said which pages it would move, and not yet that it had. */
  readonly inCheckpoint: boolean
  readonly ended: Ended
}

/**
 * Draws a moment: some by the clock alone, some while the run closes, most soon after it begins or commits a batch.
 *
 * @param mostMarks marks that a run makes at most before it is killed
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

/** A run of `ingest` that tells its marks. */
export function startIngest(database: string, events: string, folder: string): Command {
  const args = ['ingest', events, '--database', database, '--batch', '150']
  // PostgreSQL takes a moment to notice that the writer before is dead.
  return new Command(isPostgres(database) ? [...args, '--wait'] : args, folder, { node: ['--import', MARKS] })
}

/** Kills a run with SIGKILL at a moment. */
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
    // In other phases the index is as a run before left it.
    inCheckpoint: (phase === 'committing' || phase === 'closing') && isInCheckpoint(database),
    ended: end,
  }
}

/** Finer than a timer for the short ones, which are those that hit a commit. */
async function pause(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) await new Promise(resolve => setImmediate(resolve))
}

/** Reads the index of the log (SQLite's "WAL-index"): frames moved, and frames that it set out to move. */
function isInCheckpoint(database: string): boolean {
  if (isPostgres(database)) return false
  try {
    const index = readFileSync(`${database}-shm`)
    return index.readUInt32LE(96) !== index.readUInt32LE(128)
  } catch {
    return false
  }
}
