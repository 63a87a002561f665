import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random, simulate } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { type Command, startCommand } from '../command.ts'
import { contents, contentsOf } from '../contents.ts'
import { scratchFolder } from '../scratch.ts'

/** Number of kills. `pnpm long faults` has 200. */
const KILLS = Number(process.env.CRASH_KILLS ?? 6)
/** Seed of the kill times, shown in a failure. Kill times are real time, so the same seed gives only a similar run. */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
/** Maximum number of marks of a run before its kill, so that a stream takes several kills. */
const MAX_MARKS = 20

const MARKS = fileURLToPath(new URL('./marks.ts', import.meta.url))
const { folder, newPath } = scratchFolder()
const random = new Random(SEED, 'crash')

/**
 * Kills a run with SIGKILL, mostly soon after the begin or the commit of a batch.
 *
 * @returns the marks until then; undefined for a run that has ended before
 */
async function killed(run: Command): Promise<string | undefined> {
  const after = random.below(MAX_MARKS)
  let told = ''
  const due = Promise.withResolvers<void>()
  run.process.stdio[3]?.on('data', (letters: Buffer) => {
    told += letters
    if (told.length > after) due.resolve()
  })
  await Promise.race([due.promise.then(() => wait(random.below(10))), run.ended()])
  run.process.kill('SIGKILL')
  const { code, stderr } = await run.ended()
  if (run.process.signalCode === 'SIGKILL') return told
  expect(code, stderr).toBe(0)
  return undefined
}

it(`ingest, killed ${KILLS} times (CRASH_SEED=${SEED}), leaves what an undisturbed run leaves`, {
  timeout: 300_000 + KILLS * 5_000,
}, async () => {
  const lines = [...simulate({ seed: SEED, blocks: 220, scale: 1 })]
  const events = join(folder, 'events.ndjson')
  writeFileSync(events, `${lines.join('\n')}\n`)
  // Removes records in most batches.
  const expected = await contentsOf(lines, { keep: 60_000_000_000n })
  let [kills, inBatch] = [0, 0]
  // Goes on until a kill was in the middle of a batch, so that few random kills test a resume too.
  while (kills < KILLS || inBatch === 0) {
    const database = newPath()
    const args = ['ingest', events, '--database', database, '--batch', '150', '--keep', '60s']
    for (;;) {
      const run = startCommand(args, folder, { node: ['--import', MARKS] })
      const told = kills < KILLS || inBatch === 0 ? await killed(run) : undefined
      if (told === undefined) {
        expect(await run.ended()).toMatchObject({ code: 0 })
        break
      }
      kills += 1
      if (/d.*[bc]$/.test(told)) inBatch += 1
    }
    expect(await contents(database)).toEqual(expected)
  }
  process.stdout.write(`${kills} kills, ${inBatch} of them within a batch\n`)
})
