import { gzipSync, zstdCompressSync } from 'node:zlib'
import { fromJson, toJson } from '@bufbuild/protobuf'
import { frameOfLine } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!

/** 64-bit integers of orders, times and periods. */
const INTEGERS =
  /"(size|remaining|version|timestamp|height|seq|atEpoch|\w+At|ts|blockTime|blockHeight)":"(-?\d+)"/g

/** The same events in every format of ingest, with its name. `lines` have one JSON event each. */
export const formats: readonly (readonly [name: string, make: (lines: readonly string[]) => Buffer])[] = [
  ['original field names', lines => text(printed(lines, { useProtoFieldName: true }))],
  ['numbers of enum values', lines => text(printed(lines, { enumAsInteger: true }))],
  ['default values', lines => text(printed(lines, { alwaysEmitImplicit: true }))],
  ['integers as numbers', lines => text(lines.map(line => line.replaceAll(INTEGERS, '"$1":$2')))],
  ['nulls', lines => text(lines.map(line => line.replaceAll('"side":', '"icebergOrder":null,"side":')))],
  ['responses of the streaming API', lines => text(responses(lines, 1000))],
  ['small responses of the streaming API', lines => text(responses(lines, 7))],
  ['lines, gzip', lines => gzipSync(text(lines))],
  ['lines, zstd', lines => zstdCompressSync(text(lines))],
  ['an event file', lines => Buffer.concat(framesOf(lines))],
  ['an event file, gzip', lines => gzipSync(Buffer.concat(framesOf(lines)))],
  ['an event file, zstd', lines => zstdCompressSync(Buffer.concat(framesOf(lines)))],
]

/** The frames of an event file. */
export function framesOf(lines: readonly string[]): Buffer[] {
  return lines.map((line, index) => frameOfLine(line, BigInt(index + 1)))
}

/** The content of a file of lines. */
export function text(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** Writes the lines with @bufbuild/protobuf. Omits the oracles of markets, which are not in the schema. */
function printed(lines: readonly string[], options: Parameters<typeof toJson>[2]): string[] {
  return lines.map(line => {
    const event = fromJson(busEvent, JSON.parse(line), { ignoreUnknownFields: true })
    return JSON.stringify(toJson(busEvent, event, options))
  })
}

function responses(lines: readonly string[], size: number): string[] {
  return Array.from(
    { length: Math.ceil(lines.length / size) },
    (_, index) => `{"result":{"events":[${lines.slice(index * size, (index + 1) * size).join()}]}}`,
  )
}
