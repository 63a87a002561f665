import type { Random } from '@trading-network/simulator'
import { openWriter } from '../../src/ingest/open-writer.ts'
import { Command } from '../command.ts'
import { checksums } from '../contents.ts'
import { newDatabase } from '../database.ts'
import { type Death, drawMoment, kill, startIngest } from './kill.ts'
import { MIDDLE, type Phase } from './phases.ts'
import { Reader } from './reader.ts'

export interface CrashOptions {
  readonly kills: number
  readonly random: Random
  /** File of the stream. */
  readonly events: string
  readonly folder: string
  /** Checksums by table after a run without kills. */
  readonly expected: Readonly<Record<string, string>>
  /** Called for each process, so that none outlives the test. */
  onStart(command: Command): void
}

/** The results of killed ingests, each restarted until it had stored the whole stream. */
export interface CrashRun {
  readonly kills: number
  /** Found and expected contents of each wrong database. */
  readonly differences: readonly unknown[]
  /** Number of correct responses to readers. */
  readonly answers: number
  /** A summary in one line. */
  readonly summary: string
}

/** Maximum number of marks of a run before its kill, so that a stream takes several kills. */
const MAX_MARKS = 20

/**
 * Kills ingests into one database after another, and restarts each until the stream is complete. Goes on after the
 * given number of kills until one of them was in the middle of a batch, so that few random kills test a resume too.
 */
export async function crash(options: CrashOptions): Promise<CrashRun> {
  const phases = new Map<Phase, number>()
  const differences: unknown[] = []
  let [kills, rounds, answers, checkpoints, resumedInBatch] = [0, 0, 0, 0, 0]
  while (kills < options.kills || resumedInBatch === 0) {
    const { database, release } = await newDatabase()
    const reader = rounds % 3 === 0 ? await startReader(database, options) : undefined
    const killed = await untilFinished(database, options, Math.max(1, options.kills - kills))
    answers += (await reader?.end()) ?? 0
    const found = await checksums(database)
    if (!isEqual(found, options.expected)) differences.push({ found, expected: options.expected })
    await release()
    for (const { phase } of killed) phases.set(phase, (phases.get(phase) ?? 0) + 1)
    resumedInBatch += killed.filter(({ phase }) => MIDDLE.includes(phase)).length
    checkpoints += killed.filter(({ inCheckpoint }) => inCheckpoint).length
    kills += killed.length
    rounds += 1
  }
  const summary = [
    `${kills} kills, ${resumedInBatch} resumed in the middle of a batch, ${differences.length} differences`,
    `in ${rounds} databases; ${[...phases].map(([phase, number]) => `${number} ${phase}`).join(', ')}`,
    ...(checkpoints > 0 ? [`(${checkpoints} of them while the log was moved into the file)`] : []),
    `and ${answers} answers read meanwhile`,
  ].join(' ')
  return { kills, differences, answers, summary }
}

/** Starts a server for the database, which must have its tables already. */
async function startReader(database: string, { folder, onStart }: CrashOptions): Promise<Reader> {
  openWriter(database).close()
  const serving = new Command(['serve', '--database', database, '--port', '0'], folder)
  onStart(serving)
  return new Reader(serving)
}

/** Starts and kills ingests until one ends. After `most` kills the next one is not killed. */
async function untilFinished(database: string, options: CrashOptions, most: number): Promise<Death[]> {
  const killed: Death[] = []
  for (;;) {
    const command = startIngest(database, options.events, options.folder)
    options.onStart(command)
    if (killed.length === most) {
      requireSuccess(await command.ended())
      return killed
    }
    const death = await kill(command, database, drawMoment(options.random, MAX_MARKS))
    if (!death.killed) {
      requireSuccess(death.ended)
      return killed
    }
    killed.push(death)
  }
}

function requireSuccess({ code, stderr }: Death['ended']): void {
  if (code !== 0) throw new Error(`an ingest that nobody killed ended with ${code}: ${stderr}`)
}

function isEqual(
  found: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): boolean {
  return JSON.stringify(found) === JSON.stringify(expected)
}
