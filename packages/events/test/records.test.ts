import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventRecord,
  eventsOf,
  frameOfLine,
  readRecords,
  StreamError,
  sizeOfRecord,
} from '../src/index.ts'

const lines = Array.from({ length: 60 }, (_, number) =>
  JSON.stringify({
    ...{ id: `1-${number}`, block: 'größe', type: 'BUS_EVENT_TYPE_END_BLOCK' },
    ...{ endBlock: { height: String(number) }, version: 1, chainId: 'c', txHash: '' },
  }),
)
const text = Buffer.from(`${lines.join('\n')}\n`)
const frames = lines.map((line, index) => frameOfLine(line, BigInt(index + 1)))
const file = Buffer.concat(frames)
const events = frames.map(frame => frame.subarray(12))

/** The records of bytes that arrive in pieces of these sizes, over and over. The source is closed, as a file must be. */
async function records(bytes: Buffer, sizes: readonly number[] = [bytes.length]): Promise<EventRecord[]> {
  let isClosed = false
  async function* pieces() {
    try {
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] as number
        yield bytes.subarray(at, at + size)
        at += size
      }
    } finally {
      isClosed = true
    }
  }
  const all: EventRecord[] = []
  try {
    for await (const some of readRecords(pieces())) all.push(...some)
  } finally {
    expect(isClosed).toBe(true)
  }
  return all
}

/** A skippable frame of zstd (RFC 8878, 3.1.2). That of number 11 begins with the byte of `[`. */
function skippable(number: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32LE(0x184d2a50 + number)
  bytes.writeUInt32LE(4, 4)
  return bytes
}

const zeros = Buffer.alloc(700)

const formats: [name: string, bytes: Buffer, expected: EventRecord[]][] = [
  ['lines', text, lines],
  ['lines without the last line end', text.subarray(0, -1), lines],
  ['lines, gzip', gzipSync(text), lines],
  ['lines, zstd', zstdCompressSync(text), lines],
  [
    'lines, zstd after a skippable frame, as pzstd writes',
    Buffer.concat([skippable(0), zstdCompressSync(text)]),
    lines,
  ],
  [
    'lines, zstd with skippable frames of both ends of their magic numbers',
    Buffer.concat([skippable(11), skippable(15), zstdCompressSync(text), skippable(0)]),
    lines,
  ],
  ['an event file', file, events],
  ['an event file, gzip', gzipSync(file), events],
  ['an event file, zstd', zstdCompressSync(file), events],
  [
    'an event file in two members of gzip',
    Buffer.concat([gzipSync(file.subarray(0, 999)), gzipSync(file.subarray(999))]),
    events,
  ],
  [
    'an event file in two members of gzip with zeros around, as after a power cut',
    Buffer.concat([gzipSync(file.subarray(0, 999)), zeros, gzipSync(file.subarray(999)), zeros]),
    events,
  ],
]

describe('the records of a stream', () => {
  it.each(formats)('of %s are the same however they arrive', async (_, bytes, expected) => {
    expect(await records(bytes)).toEqual(expected)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
        async sizes => {
          expect(await records(bytes, sizes)).toEqual(expected)
        },
      ),
      { numRuns: 10 },
    )
    expect(await records(bytes, [0, 1])).toEqual(expected)
  })

  it('of an empty stream are none', async () => {
    expect(await records(Buffer.alloc(0))).toEqual([])
    expect(await records(Buffer.alloc(0), [0])).toEqual([])
  })

  it.each([
    ['lines', text.subarray(0, -10), 'it ends in the middle of a line'],
    ['lines of 2 million CR', Buffer.from(`{}${'\r'.repeat(2_000_000)}!`), 'it ends in the middle of a line'],
    ['an event file', file.subarray(0, -10), 'it ends in the middle of a frame'],
    [
      'the size of a frame',
      file.subarray(0, (frames[0] as Buffer).length + 3),
      'it ends in the middle of a frame',
    ],
    ['gzip', gzipSync(file).subarray(0, -10), 'unexpected end of file'],
    ['zstd', zstdCompressSync(file).subarray(0, -10), 'unexpected end of file'],
  ])('of %s that ends too early are read up to there', async (_, bytes, problem) => {
    const failure = await records(bytes, [500]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StreamError)
    expect(failure).toMatchObject({ message: problem, truncated: true })
  })

  it.each([
    [
      'a frame of 7 bytes',
      Buffer.concat([...frames.slice(0, 1), Buffer.from([0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7])]),
      'it has a frame of 7 bytes; a frame has 8 to 64000000',
    ],
    [
      'a frame that is one byte too long',
      Buffer.concat([...frames.slice(0, 1), sizeOfFrame(64_000_001)]),
      'it has a frame of 64000001 bytes; a frame has 8 to 64000000',
    ],
    [
      'a line of 100 MB',
      Buffer.alloc(100_000_000, '{'),
      'it has a line of more than 64 MB, the maximum of an event',
    ],
    [
      'text that is not JSON',
      Buffer.from('id,block\n'),
      'it is other text; events are lines of JSON or an event file, plain, gzip or zstd',
    ],
    [
      'lines that end with CR alone',
      Buffer.from(lines.join('\r')),
      'its lines end with CR alone; end each with LF',
    ],
    ['zeros', Buffer.alloc(30), 'it is of another format; events are lines of JSON'],
    [
      'bytes that are no text',
      Buffer.from([0xff, 0xfe]),
      'it is of another format; events are lines of JSON',
    ],
    ['gzip before a plain event file', Buffer.concat([gzipSync(file), file]), 'incorrect header check'],
    ['damaged gzip', damaged(gzipSync(file)), ''],
  ])('with %s are refused', async (_, bytes, problem) => {
    const failure = await records(bytes).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StreamError)
    expect(failure).toMatchObject({ truncated: false, message: expect.stringContaining(problem) })
  })

  it('before a damaged frame are read, as after a power cut that left zeros', async () => {
    async function* chunks() {
      yield Buffer.concat([file, Buffer.alloc(5000)])
    }
    const read: EventRecord[] = []
    const reading = async () => {
      for await (const some of readRecords(chunks())) read.push(...some)
    }
    await expect(reading()).rejects.toThrow('it has a frame of 0 bytes')
    expect(read).toEqual(events)
  })

  it('may have a frame of 64 MB', async () => {
    const megabyte = Buffer.alloc(1_000_000)
    async function* chunks() {
      yield sizeOfFrame(64_000_000)
      for (let sent = 0; sent < 64; sent += 1) yield megabyte
    }
    const sizes: number[] = []
    for await (const some of readRecords(chunks())) sizes.push(...some.map(sizeOfRecord))
    expect(sizes).toEqual([64_000_004])
  })

  it('may begin with a byte order mark, which has a size and no meaning', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])
    const [first = '', ...others] = await records(marked)
    expect(others).toEqual(lines.slice(1))
    expect(sizeOfRecord(first)).toBe(sizeOfRecord(lines[0] as string) + 3)
    const [event] = eventsOf(first)
    expect(event?.payload()).toEqual(eventsOf(lines[0] as string)[0]?.payload())
    // Without a line end.
    expect(await records(marked.subarray(0, marked.indexOf('\n')))).toEqual([first])
  })
})

/** The bytes before a frame of this size. */
function sizeOfFrame(size: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}

function damaged(packed: Buffer): Buffer {
  expect(gunzipSync(packed)).toEqual(file)
  const copy = Buffer.from(packed)
  copy[20] = (copy[20] as number) ^ 0xff
  return copy
}
