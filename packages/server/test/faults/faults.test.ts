import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Circumstances, Command, type Ended } from '../command.ts'
import { column, contents } from '../contents.ts'
import { newDatabase } from '../database.ts'
import { ingestHere } from '../in-process.ts'
import { ingestInto } from '../running.ts'
import type { Fault, Meeting, Scene } from './fault.ts'
import { mirrorFaults, promised, rows, servedFaults } from './guide.ts'
import { inputFaults } from './input.ts'
import { sqliteFaults } from './sqlite-file.ts'

const root = mkdtempSync(join(tmpdir(), 'trading-network-faults-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const BLOCKS = 60
const STORED = 30
const lines = [...simulate({ seed: 11, blocks: BLOCKS, scale: 1 })]
const blocks = Object.values(Object.groupBy(lines, line => String(JSON.parse(line).block))) as string[][]

const whole = await contentsOf(lines)
async function contentsOf(some: readonly string[]): Promise<unknown> {
  const { database, release } = await newDatabase()
  await ingestInto(database, some)
  const all = await contents(database)
  await release()
  return all
}

async function ingestBeside(
  args: readonly string[],
  folder: string,
  circumstances: Circumstances,
  meanwhile?: Meeting['meanwhile'],
): Promise<Ended> {
  const command = new Command(['ingest', ...args], folder, circumstances)
  onTestFinished(() => void command.process.kill('SIGKILL'))
  await meanwhile?.(command)
  return command.ended()
}

let scenes = 0
async function newScene(): Promise<Scene> {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  await ingestInto(database, blocks.slice(0, STORED).flat())
  const folder = join(root, String(scenes++))
  mkdirSync(folder)
  return {
    database,
    folder,
    blocks,
    stored: STORED,
    file(name, content) {
      const path = join(folder, name)
      const isBytes = typeof content === 'string' || content instanceof Uint8Array
      writeFileSync(path, isBytes ? content : `${content.flat().join('\n')}\n`)
      return path
    },
  }
}

const faults: readonly Fault[] = [...inputFaults, ...sqliteFaults]

describe('an ingest reports the cause, keeps whole blocks, and resumes after a fix, when', () => {
  it.each(faults.map(fault => [[fault.name, fault.variant].filter(Boolean).join(': '), fault] as const))(
    '%s',
    async (_, { name, bring, code: failure = 1, mends = true }) => {
      const scene = await newScene()
      const { events, options = [], node, within, meanwhile, mend } = await bring(scene)
      const args = [events, '--database', scene.database, '--batch', '100', ...options]
      const needsProcess = node ?? within ?? meanwhile
      const { code, stdout, stderr } = needsProcess
        ? await ingestBeside(args, scene.folder, { node, within }, meanwhile)
        : await ingestHere(args)
      for (const words of promised(name)) expect(stderr + stdout).toMatch(words)
      expect(code).toBe(/^error: /m.test(stderr) ? failure : 0)
      await mend?.()
      await ingestInto(scene.database, lines)
      if (mends) expect(await contents(scene.database)).toEqual(whole)
      else expect(await column(scene.database, 'checkpoint', 'height')).toEqual([String(BLOCKS)])
    },
  )
})

describe('the guide', () => {
  it('says of every fault what is seen, and of no other', () => {
    const tested = faults.map(({ name }) => name)
    expect([...rows.keys()].sort()).toEqual(
      [...new Set([...tested, ...mirrorFaults, ...servedFaults])].sort(),
    )
  })
})
