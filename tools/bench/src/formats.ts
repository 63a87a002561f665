import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { eventsOf, frameOfLine, readRecords } from '@trading-network/events'
import { createDatabase, ingest, openSource, SqliteWriter } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import type { Benchmark } from './benchmark.ts'
import { inTurn, median, medianRatio } from './interleaved.ts'
import { count, megabytes, ratio, table } from './report.ts'

const NETWORK = { seed: 1, blocks: 2000, scale: 2 }
const RESPONSE_EVENTS = 500

/** The same events in each format that ingest reads: how fast they are read, and stored in SQLite. */
export const formats: Benchmark = {
  name: 'formats',
  about: 'reading and ingesting the same events in each format, to lines of JSON',
  orders: 0,
  async run({ options: { rounds }, status }) {
    const folder = mkdtempSync(join(tmpdir(), 'trading-network-formats-'))
    try {
      const lines = [...simulate(NETWORK)]
      const files = writeFormats(folder, lines)
      const reading: number[][] = files.map(() => [])
      const storing: number[][] = files.map(() => [])
      for (let round = -1; round < rounds; round += 1) {
        status.show(`round ${round + 1} of ${rounds}`)
        for (const [index, { path }] of inTurn(files, round)) {
          const read = await cpuSeconds(() => readAll(path))
          const stored = await cpuSeconds(() => storeAll(path, join(folder, 'database')))
          // The first round warms up, and does not count.
          if (round < 0) continue
          reading[index]?.push(lines.length / read)
          storing[index]?.push(lines.length / stored)
        }
      }
      status.clear()
      const rows = files.map(({ name, size }, index) => [
        name,
        megabytes(size),
        ...[reading, storing].flatMap(figures => [
          count(median(figures[index] ?? [])),
          ratio(medianRatio(figures[index] ?? [], figures[0] ?? [])),
        ]),
      ])
      const headings = ['format', 'size', 'read/s', 'to lines', 'ingested/s', 'to lines']
      return `${count(lines.length)} events in each format; events per second of CPU time\n\n${table(headings, rows)}`
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function writeFormats(
  folder: string,
  lines: readonly string[],
): { name: string; path: string; size: number }[] {
  const text = Buffer.from(`${lines.join('\n')}\n`)
  const file = Buffer.concat(lines.map((line, index) => frameOfLine(line, BigInt(index + 1))))
  const responses: string[] = []
  for (let at = 0; at < lines.length; at += RESPONSE_EVENTS)
    responses.push(`{"result":{"events":[${lines.slice(at, at + RESPONSE_EVENTS).join()}]}}\n`)
  const contents: [name: string, bytes: Buffer][] = [
    ['lines of JSON', text],
    ['lines of JSON, gzip', gzipSync(text)],
    ['responses of the streaming API', Buffer.from(responses.join(''))],
    ['event file', file],
    ['event file, gzip', gzipSync(file)],
    ['event file, zstd', zstdCompressSync(file)],
  ]
  return contents.map(([name, bytes], index) => {
    const path = join(folder, String(index))
    writeFileSync(path, bytes)
    return { name, path, size: bytes.length }
  })
}

async function readAll(path: string): Promise<void> {
  for await (const records of readRecords(createReadStream(path, { highWaterMark: 1 << 18 })))
    for (const record of records) for (const event of eventsOf(record)) event.payload()
}

async function storeAll(path: string, database: string): Promise<void> {
  const writer = new SqliteWriter(createDatabase(database))
  await ingest(await openSource(path), writer)
  writer.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
}

async function cpuSeconds(action: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
