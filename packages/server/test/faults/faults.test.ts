import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it } from 'vitest'
import { startCommand } from '../command.ts'
import { column, contents, contentsOf } from '../contents.ts'
import { newPlace } from '../database.ts'
import { runHere } from '../in-process.ts'
import { ingestInto } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import type { Fault, Scene } from './fault.ts'
import { promised, rows } from './guide.ts'
import { inputFaults } from './input.ts'
import { sqliteFaults } from './sqlite-file.ts'

const { newPath } = scratchFolder()

const BLOCKS = 60
const STORED = 30
const lines = [...simulate({ seed: 11, blocks: BLOCKS, scale: 1 })]
const blocks = Object.values(Object.groupBy(lines, line => String(JSON.parse(line).block))) as string[][]

const whole = await contentsOf(lines)

async function newScene(): Promise<Scene> {
  const database = await newPlace()
  await ingestInto(database, blocks.slice(0, STORED).flat())
  const folder = newPath()
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
      const words = ['ingest', events, '--database', scene.database, '--batch', '100', ...options]
      const needsProcess = node ?? within ?? meanwhile
      const command = needsProcess && startCommand(words, scene.folder, { node, within })
      if (command) await meanwhile?.(command)
      const { code, stdout, stderr } = command ? await command.ended() : await runHere(...words)
      for (const words of promised(name)) expect(stderr + stdout).toMatch(words)
      expect(code).toBe(/^error: /m.test(stderr) ? failure : 0)
      await mend?.()
      await ingestInto(scene.database, lines)
      if (mends) expect(await contents(scene.database)).toEqual(whole)
      else expect(await column(scene.database, 'checkpoint', 'height')).toEqual([String(BLOCKS)])
    },
  )
})

// A test of a fault that the guide does not have fails where it asks for the symptoms.
it('every fault of the guide has a test', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('{src,test}/**/*.ts', { cwd: folder })
  const sources = files.map(file => readFileSync(join(folder, file), 'utf8')).join()
  expect(rows.size).toBeGreaterThan(40)
  expect([...rows.keys()].filter(name => !sources.includes(`'${name}'`))).toEqual([])
})
