import { Readable } from 'node:stream'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { readSource } from '../src/ingest/source.ts'
import { contents } from './contents.ts'
import { newPlace } from './database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { file } = scratchFolder()

const lines = [...simulate({ seed: 12, blocks: 30, scale: 1 })]
const BAD = lines.findIndex((line, index) => index > 300 && line.includes('"account"'))
const height = BigInt(JSON.parse(lines[BAD]!).id.split('-')[0])
const end = lines.findIndex((line, index) => index > BAD && line.includes('"endBlock"'))
const wrongBalance = lines[BAD]!.replace(/"balance":"[^"]*"/, '"balance":"-1"')
const notUtf8 = 'not UTF-8'

/** Ingests lines of which one is replaced. */
async function ingested(index: number, line: string) {
  const database = await newPlace()
  const bytes = Buffer.from(`${lines.with(index, line).join('\n')}\n`)
  if (line === notUtf8) bytes[bytes.indexOf(notUtf8)] = 0xff
  const left: string[] = []
  const options = { partial: true, onLeftOut: ({ message }: Error) => left.push(message) }
  const progress = await ingestInto(database, await openFiles([file(bytes)]), options)
  return { database, progress, left, bytes }
}

describe('a partial history', () => {
  it.each([
    ['with a wrong value', wrongBalance, 'balance must be'],
    ['that is no JSON', 'oops', 'not a JSON object'],
    ['that is not UTF-8', notUtf8, 'not UTF-8, at byte 1'],
  ])('leaves out the event %s, and only that', async (_, line, reason) => {
    const { database, progress, left, bytes } = await ingested(BAD, line)
    expect(left).toEqual([expect.stringMatching(new RegExp(`^line ${BAD + 1}: .*${reason}`))])
    expect(progress).toMatchObject({ leftOut: 1, checkpoint: { height: 30n } })
    expect(progress.checkpoint.history).toMatchObject({ first: 1n, partialSince: height, gaps: 1n })
    // A run that reads all again finds nothing new.
    await ingestInto(database, readSource('feed', Readable.from([bytes])), { partial: true })
    const expected = await newPlace()
    await ingestInto(expected, lines.toSpliced(BAD, 1), { partial: true })
    // The event of a wrong value counts, so later records have other numbers.
    if (line !== wrongBalance) expect(await contents(database)).toEqual(await contents(expected))
  })

  it.each([
    ['a bad begin of a block', end + 1, 'oops', 'not a JSON object'],
    ['a bad first line', 0, '{oops', 'not a JSON object'],
  ])('does not leave out %s', async (_, index, line, reason) => {
    await expect(ingested(index, line)).rejects.toThrow(reason)
  })
})
