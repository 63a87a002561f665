import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { openFiles } from '../../src/ingest/files.ts'
import { framesOf as frames, text } from '../formats.ts'
import { ingestInto } from '../running.ts'
import { type Fault, type Scene, untilStored } from './fault.ts'

type Blocks = Scene['blocks']

const textOf = (blocks: Blocks) => String(text(blocks.flat()))
const framesOf = (blocks: Blocks) => Buffer.concat(frames(blocks.flat()))
/** The exit code that systemd does not restart after. */
const WRONG_EVENTS = 65

/** Index of the damaged block among those that are not stored. */
const SPOILT = 5

/** A block with a number where a text must be. */
function spoilt(block: readonly string[] = []): string[] {
  const account = block.findIndex(line => line.includes('"account"'))
  return block.with(account, block[account]!.replace(/"balance":"[^"]*"/, '"balance":-1'))
}

/** Writes the content of a file, of the blocks of the stream; `at` is the index of the block to damage. */
type Content = (blocks: Blocks, at: number) => string | Uint8Array | Blocks

/** Faults in the content of a file. With `kept`, ingest continues. */
const CONTENTS: readonly (readonly [name: string, content: Content, more?: Contents])[] = [
  // A byte that is invalid in UTF-8, and starts no format.
  ['they are not events', () => new Uint8Array(300_000).fill(0xff), { variant: 'no text' }],
  ['they are not events', () => new Uint8Array(300_000), { variant: 'no frames' }],
  ['it is a web page', () => '<!DOCTYPE html>\n<title>404</title>\n'],
  ['a file ends within a block', blocks => [blocks.flat().slice(0, -2)]],
  [
    'a packed file is truncated',
    blocks => gzipSync(textOf(blocks)).subarray(0, -2000),
    { variant: 'gzip', file: 'events.ndjson.gz' },
  ],
  [
    'a packed file is truncated',
    blocks => zstdCompressSync(textOf(blocks)).subarray(0, -2000),
    { variant: 'zstd', file: 'events.ndjson.zst' },
  ],
  ['a file ends within a line', blocks => textOf(blocks).slice(0, -40)],
  ['an event file ends within a frame', blocks => framesOf(blocks).subarray(0, -40), { file: 'events.evts' }],
  ['a line is not an event', (blocks, at) => blocks.with(at, ['oops'])],
  ['a line is too long', (blocks, at) => [...blocks.slice(0, at), ['x'.repeat(100_000_000)]]],
  [
    'a line is not UTF-8',
    (blocks, at) => {
      const bytes = Buffer.from(textOf(blocks))
      bytes[textOf(blocks.slice(0, at)).length + 10] = 0xff
      return bytes
    },
  ],
  ['a value is outside the schema', (blocks, at) => blocks.with(at, spoilt(blocks[at]))],
  [
    'a block has a bad event, with `--partial`',
    (blocks, at) => blocks.with(at, spoilt(blocks[at])),
    { kept: true, mends: false, options: ['--partial'] },
  ],
  [
    'a block never ends',
    (blocks, at) => {
      const account = blocks.flat().find(line => line.includes('"account"')) ?? ''
      const next = at - SPOILT
      return [...blocks.slice(0, next), [blocks[next]![0]!, ...Array<string>(5000).fill(account)]]
    },
    { options: ['--max-block', '1'] },
  ],
  ['a block is missing', (blocks, at) => blocks.toSpliced(at, 1)],
  ['an event is missing', (blocks, at) => blocks.with(at, blocks[at]!.toSpliced(2, 1))],
  [
    'an event comes twice',
    (blocks, at) => blocks.with(at, blocks[at]!.toSpliced(3, 0, blocks[at]![2]!)),
    { kept: true },
  ],
  [
    'an event comes twice, and differs',
    (blocks, at) => {
      const other = blocks[at]![2]!.replace('"version":1', '"version":2')
      return blocks.with(at, blocks[at]!.toSpliced(3, 0, other))
    },
  ],
  ['the file is a JSON array', blocks => `[${blocks.flat().join(',\n')}]`],
  ['blocks are out of order', (blocks, at) => blocks.toSpliced(at, 2, blocks[at + 1]!, blocks[at]!)],
  ['a block comes twice', (blocks, at) => blocks.toSpliced(at, 0, blocks[at]!), { kept: true }],
  [
    'the events belong to another chain',
    (blocks, at) => textOf(blocks.slice(at)).replaceAll(/"chainId":"[^"]*"/g, '"chainId":"another"'),
  ],
  [
    'the chain has another history',
    (blocks, at) =>
      textOf(blocks.slice(at - SPOILT - 1, at - SPOILT))
        .replaceAll(/"(block|hash)":"[^"]*"/g, `"$1":"${'F'.repeat(64)}"`)
        .replaceAll(/"timestamp":"\d+"/g, '"timestamp":"1"'),
  ],
]

interface Contents extends Pick<Fault, 'variant' | 'mends'> {
  readonly kept?: boolean
  readonly file?: string
  readonly options?: readonly string[]
}

/** A file that is followed gets its other half in another way. */
const followed = (name: string, replaced: (events: string) => void): Fault => ({
  name,
  bring({ database, file, blocks, stored }) {
    const between = stored + SPOILT
    const events = file('events.ndjson', blocks.slice(0, between))
    return {
      events,
      options: ['--follow'],
      async meanwhile(command) {
        await untilStored(database, between)
        replaced(events)
        file('events.ndjson', blocks.slice(between))
        await untilStored(database, blocks.length)
        await command.interrupt()
      },
    }
  },
})

/** Faults of the input. */
export const inputFaults: readonly Fault[] = [
  ...CONTENTS.map(
    ([name, content, { file = 'events.ndjson', kept = false, options = [], ...more } = {}]): Fault => ({
      ...{ name, ...more, ...(!kept && { code: WRONG_EVENTS }) },
      bring: scene => ({
        events: scene.file(file, content(scene.blocks, scene.stored + SPOILT)),
        options,
      }),
    }),
  ),
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
  { name: 'the folder has no files of events', bring: ({ folder }) => ({ events: folder }) },
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
    name: 'a file is not as it was at the last run',
    async bring({ database, file, blocks, stored }) {
      const events = file('events.ndjson', blocks.slice(0, stored + SPOILT))
      await ingestInto(database, await openFiles([events]))
      file('events.ndjson', blocks.slice(stored))
      return { events }
    },
  },
  followed('a followed file is truncated', () => undefined),
  followed('another file replaces a followed file', events => renameSync(events, `${events}.1`)),
]
