import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { frameOfLine } from '@trading-network/events'
import { openFiles } from '../../src/ingest/files.ts'
import type { Command } from '../command.ts'
import { ingestInto } from '../running.ts'
import { type Fault, type Scene, untilStored } from './fault.ts'

const textOf = (blocks: Scene['blocks']) => `${blocks.flat().join('\n')}\n`
const framesOf = (blocks: Scene['blocks']) =>
  Buffer.concat(blocks.flat().map((line, index) => frameOfLine(line, BigInt(index + 1))))
/** The exit code that systemd does not restart after. */
const WRONG_EVENTS = 65

/** Index of the damaged block among those that are not stored. */
const SPOILT = 5

/** A block with a number where a text must be. */
function spoilt(blocks: Scene['blocks'], stored: number): string[] {
  const block = blocks[stored + SPOILT] ?? []
  const account = block.findIndex(line => line.includes('"account"'))
  return block.with(account, block[account]!.replace(/"balance":"[^"]*"/, '"balance":-1'))
}

/** Faults of the input. */
export const inputFaults: readonly Fault[] = [
  {
    name: 'the events are not there',
    bring: ({ folder }) => ({ events: join(folder, 'events.ndjson') }),
  },
  {
    name: 'the events cannot be read',
    bring({ folder }) {
      const events = join(folder, 'events.ndjson')
      symlinkSync(events, events)
      return { events }
    },
  },
  {
    name: 'the folder has no files of events',
    bring: ({ folder }) => ({ events: folder }),
  },
  {
    name: 'they are not events',
    code: WRONG_EVENTS,
    variant: 'no text',
    // A byte that is invalid in UTF-8, and starts no format.
    bring: ({ file }) => ({ events: file('events.ndjson', new Uint8Array(300_000).fill(0xff)) }),
  },
  {
    name: 'they are not events',
    code: WRONG_EVENTS,
    variant: 'no frames',
    bring: ({ file }) => ({ events: file('events.ndjson', new Uint8Array(300_000)) }),
  },
  {
    name: 'it is a web page',
    code: WRONG_EVENTS,
    bring: ({ file }) => ({ events: file('events.ndjson', '<!DOCTYPE html>\n<title>404</title>\n') }),
  },
  {
    name: 'a file ends within a block',
    code: WRONG_EVENTS,
    bring: ({ file, blocks }) => ({ events: file('events.ndjson', [blocks.flat().slice(0, -2)]) }),
  },
  {
    name: 'a packed file is truncated',
    code: WRONG_EVENTS,
    variant: 'gzip',
    bring: ({ file, blocks }) => ({
      events: file('events.ndjson.gz', gzipSync(textOf(blocks)).subarray(0, -2000)),
    }),
  },
  {
    name: 'a packed file is truncated',
    code: WRONG_EVENTS,
    variant: 'zstd',
    bring: ({ file, blocks }) => ({
      events: file('events.ndjson.zst', zstdCompressSync(textOf(blocks)).subarray(0, -2000)),
    }),
  },
  {
    name: 'a file ends within a line',
    code: WRONG_EVENTS,
    bring: ({ file, blocks }) => ({ events: file('events.ndjson', textOf(blocks).slice(0, -40)) }),
  },
  {
    name: 'an event file ends within a frame',
    code: WRONG_EVENTS,
    bring: ({ file, blocks }) => ({ events: file('events.evts', framesOf(blocks).subarray(0, -40)) }),
  },
  {
    name: 'a file ends within a record, and another file follows',
    bring({ folder, file, blocks, stored }) {
      const at = stored + SPOILT
      file('events-9.evts', framesOf(blocks.slice(0, at)).subarray(0, -40))
      file('events-10.evts', framesOf(blocks.slice(at - 1)))
      return { events: folder }
    },
  },
  {
    name: 'a line is not an event',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', blocks.with(stored + SPOILT, ['oops'])),
    }),
  },
  {
    name: 'a line is too long',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', [...blocks.slice(0, stored + SPOILT), ['x'.repeat(100_000_000)]]),
    }),
  },
  {
    name: 'a line is not UTF-8',
    code: WRONG_EVENTS,
    bring({ file, blocks, stored }) {
      const bytes = Buffer.from(textOf(blocks))
      const at = textOf(blocks.slice(0, stored + SPOILT)).length
      bytes[at + 10] = 0xff
      return { events: file('events.ndjson', bytes) }
    },
  },
  {
    name: 'a value is outside the schema',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', textOf(blocks.toSpliced(stored + SPOILT, 1, spoilt(blocks, stored)))),
    }),
  },
  {
    name: 'a block has a bad event, with `--partial`',
    mends: false,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', textOf(blocks.toSpliced(stored + SPOILT, 1, spoilt(blocks, stored)))),
      options: ['--partial'],
    }),
  },
  {
    name: 'a block never ends',
    code: WRONG_EVENTS,
    bring({ file, blocks, stored }) {
      const [begin = ''] = blocks[stored]!
      const account = blocks.flat().find(line => line.includes('"account"')) ?? ''
      const text = `${textOf(blocks.slice(0, stored))}${begin}\n${`${account}\n`.repeat(5000)}`
      return { events: file('events.ndjson', text), options: ['--max-block', '1'] }
    },
  },
  {
    name: 'a file is not as it was at the last run',
    async bring({ database, file, blocks, stored }) {
      const events = file('events.ndjson', blocks.slice(0, stored + SPOILT))
      await ingestInto(database, await openFiles([events]))
      file('events.ndjson', blocks.slice(stored))
      return { events }
    },
  },
  {
    name: 'a block is missing',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', blocks.toSpliced(stored + SPOILT, 1)),
    }),
  },
  {
    name: 'an event is missing',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file('events.ndjson', blocks.with(stored + SPOILT, blocks[stored + SPOILT]!.toSpliced(2, 1))),
    }),
  },
  {
    name: 'an event comes twice',
    bring({ file, blocks, stored }) {
      const block = blocks[stored + SPOILT] ?? []
      const doubled = block.toSpliced(3, 0, block[2] ?? '')
      return { events: file('events.ndjson', blocks.with(stored + SPOILT, doubled)) }
    },
  },
  {
    name: 'an event comes twice, and differs',
    code: WRONG_EVENTS,
    bring({ file, blocks, stored }) {
      const block = blocks[stored + SPOILT] ?? []
      const other = block[2]?.replace('"version":1', '"version":2') ?? ''
      return { events: file('events.ndjson', blocks.with(stored + SPOILT, block.toSpliced(3, 0, other))) }
    },
  },
  {
    name: 'the file is a JSON array',
    code: WRONG_EVENTS,
    bring: ({ file, blocks }) => ({ events: file('events.ndjson', `[${blocks.flat().join(',\n')}]`) }),
  },
  {
    name: 'blocks are out of order',
    code: WRONG_EVENTS,
    bring({ file, blocks, stored }) {
      const at = stored + SPOILT
      const two = [blocks[at + 1] ?? [], blocks[at] ?? []]
      return { events: file('events.ndjson', blocks.toSpliced(at, 2, ...two)) }
    },
  },
  {
    name: 'a block comes twice',
    bring({ file, blocks, stored }) {
      const at = stored + SPOILT
      return { events: file('events.ndjson', blocks.toSpliced(at, 0, blocks[at] ?? [])) }
    },
  },
  {
    name: 'the events belong to another chain',
    code: WRONG_EVENTS,
    bring: ({ file, blocks, stored }) => ({
      events: file(
        'events.ndjson',
        textOf(blocks.slice(stored)).replaceAll(/"chainId":"[^"]*"/g, '"chainId":"another"'),
      ),
    }),
  },
  {
    name: 'the chain has another history',
    code: WRONG_EVENTS,
    bring({ file, blocks, stored }) {
      const last = textOf(blocks.slice(stored - 1, stored))
      const other = last
        .replaceAll(/"(block|hash)":"[^"]*"/g, `"$1":"${'F'.repeat(64)}"`)
        .replaceAll(/"timestamp":"\d+"/g, '"timestamp":"1"')
      return { events: file('events.ndjson', other) }
    },
  },
  {
    name: 'a followed file is truncated',
    bring({ database, file, blocks, stored }) {
      const between = stored + SPOILT
      const events = file('events.ndjson', blocks.slice(0, between))
      const meanwhile = async (command: Command) => {
        await untilStored(database, between)
        file('events.ndjson', blocks.slice(between))
        await untilStored(database, blocks.length)
        await command.interrupt()
      }
      return { events, options: ['--follow'], meanwhile }
    },
  },
  {
    name: 'another file replaces a followed file',
    bring({ database, file, blocks, stored }) {
      const between = stored + SPOILT
      const events = file('events.ndjson', blocks.slice(0, between))
      const meanwhile = async (command: Command) => {
        await untilStored(database, between)
        renameSync(events, `${events}.1`)
        file('events.ndjson', blocks.slice(between))
        await untilStored(database, blocks.length)
        await command.interrupt()
      }
      return { events, options: ['--follow'], meanwhile }
    },
  },
]
