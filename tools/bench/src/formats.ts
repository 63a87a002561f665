import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { eventsOf, frameOfLine, readRecords } from '@trading-network/events'
import { createDatabase, ingest, openSource, SqliteWriter } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import type { Benchmark } from './benchmark.ts'
import { inRounds, median, medianRatio } from './rounds.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, megabytes, ratio, table } from './table.ts'

const NETWORK = { seed: 1, blocks: 2000, scale: 2 }
const RESPONSE_EVENTS = 500

export const formats: Benchmark = {
  name: 'formats',
  about: 'reading and ingesting the same events in each format, compared with lines of JSON',
  async run({ options: { rounds } }) {
    const folder = mkdtempSync(join(tmpdir(), 'trading-network-formats-'))
    try {
      const lines = [...simulate(NETWORK)]
      const formats = Object.entries(encode(lines)).map(([name, bytes], index) => {
        const path = join(folder, String(index))
        writeFileSync(path, bytes)
        return { name, path, size: bytes.length }
      })
      const figures = await inRounds(formats, rounds, async ({ path }, { round }) => {
        showStatus(`round ${round} of ${rounds}`)
        const reading = await cpuSeconds(() => readAll(path))
        const storing = await cpuSeconds(() => storeAll(path, join(folder, 'database')))
        return { read: lines.length / reading, stored: lines.length / storing }
      })
      const column = (index: number, name: 'read' | 'stored') => (figures[index] ?? []).map(one => one[name])
      const rows = formats.map(({ name, size }, index) => [
        name,
        megabytes(size),
        ...(['read', 'stored'] as const).flatMap(name => [
          ratio(medianRatio(column(index, name), column(0, name))),
          count(median(column(index, name))),
        ]),
      ])
      const headings = ['format', 'size', 'reading to lines', 'read/s', 'ingest to lines', 'ingested/s']
      return `${count(lines.length)} events in each format; events per second of CPU time\n${table(headings, rows)}`
    } finally {
      clearStatus()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** The same events in each format that `ingest` reads, lines of JSON first. */
function encode(lines: readonly string[]): Record<string, Buffer> {
  const text = Buffer.from(`${lines.join('\n')}\n`)
  const file = Buffer.concat(lines.map((line, index) => frameOfLine(line, BigInt(index + 1))))
  const responses: string[] = []
  for (let at = 0; at < lines.length; at += RESPONSE_EVENTS)
    responses.push(`{"result":{"events":[${lines.slice(at, at + RESPONSE_EVENTS).join()}]}}\n`)
  return {
    'lines of JSON': text,
    'lines of JSON, gzip': gzipSync(text),
    'responses of the streaming API': Buffer.from(responses.join('')),
    'event file': file,
    'event file, gzip': gzipSync(file),
    'event file, zstd': zstdCompressSync(file),
  }
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
