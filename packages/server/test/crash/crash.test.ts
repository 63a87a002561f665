import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '@trading-network/simulator'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Command } from '../command.ts'
import { checksums } from '../contents.ts'
import { newDatabase } from '../database.ts'
import { ingestInto } from '../running.ts'
import { type CrashRun, crash } from './crash.ts'
import { streamWithWitness } from './stream.ts'

/** Number of kills. `pnpm long faults` has 200. */
const KILLS = Number(process.env.CRASH_KILLS ?? 8)
/** Seed of the kill times, shown in a failure. Kill times are real time, so the same seed gives only a similar run. */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)

/** Removes records in most batches. As startIngest does; nanoseconds. */
const KEEP = 60_000_000_000n

const folder = mkdtempSync(join(tmpdir(), 'trading-network-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe(`ingest, killed with SIGKILL at ${KILLS} random moments (CRASH_SEED=${SEED})`, () => {
  const timeout = 300_000 + KILLS * 5_000
  it('leaves what an undisturbed run leaves, and no reader sees half a block', { timeout }, async () => {
    const events = join(folder, 'events.ndjson')
    const lines = [...streamWithWitness(SEED, 220)]
    writeFileSync(events, `${lines.join('\n')}\n`)
    const undisturbed = await newDatabase()
    await ingestInto(undisturbed.database, lines, { keep: KEEP })
    const expected = await checksums(undisturbed.database)
    await undisturbed.release()

    const started = new Set<Command>()
    onTestFinished(() => {
      for (const { process } of started) process.kill('SIGKILL')
    })
    const run: CrashRun = await crash({
      kills: KILLS,
      random: new Random(SEED, 'crash'),
      events,
      folder,
      expected,
      onStart: command => void started.add(command),
    })
    process.stdout.write(`${run.summary}\n`)
    expect(run.differences).toEqual([])
    expect(run.kills).toBeGreaterThanOrEqual(KILLS)
    expect(run.answers).toBeGreaterThan(0)
  })
})
