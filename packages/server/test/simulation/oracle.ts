import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { contents } from '../contents.ts'
import { ingestInto, running } from '../running.ts'

const BLOCKS = 14

/** A stream of events, and the correct response to each request at each block. */
export interface Oracle {
  /** The lines of each block, in order. */
  readonly blocks: readonly (readonly string[])[]
  readonly urls: readonly string[]
  /** A file with the first blocks. Genesis shares its height with the block after it. */
  readonly start: string
  /** The bodies at a height, by URL. */
  readonly bodies: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Every row after the last block. */
  readonly contents: unknown
}

/** Ingests a stream block by block without any fault, and keeps each response of each block. */
export async function oracleOf(seed: number, folder: string): Promise<Oracle> {
  const lines = [...simulate({ seed, blocks: BLOCKS, scale: 1 })]
  const ends = lines.flatMap((line, at) => (line.includes('BUS_EVENT_TYPE_END_BLOCK') ? [at + 1] : []))
  const blocks = ends.map((end, index) => lines.slice(ends[index - 1] ?? 0, end))
  const urls = urlsFor(lines)
  const start = join(folder, `start-${seed}.sqlite`)
  await ingestInto(start, blocks.slice(0, 2).flat())
  const { app, more, database } = await running([])
  const bodies = new Map<string, ReadonlyMap<string, string>>()
  for (const end of ends) {
    await more(lines.slice(0, end))
    const responses = await Promise.all(urls.map(async url => [url, await app.inject(url)] as const))
    const height = String(responses[0]?.[1].headers['x-block-height'])
    bodies.set(height, new Map(responses.map(([url, { body }]) => [url, body])))
  }
  return { blocks, urls, start, bodies, contents: await contents(database) }
}

/** Requests of every operation, with filters and pages, for records of these events. */
function urlsFor(lines: readonly string[]): string[] {
  const first = (pattern: RegExp) => pattern.exec(lines.find(line => pattern.test(line)) ?? '')?.[1] ?? ''
  const party = first(/"partyId":"(\w+)"/)
  const order = first(/"order":\{.*?"id":"(\w+)"/)
  const market = first(/"marketId":"(\w+)"/)
  const resource = first(/"nodeSignature":\{"id":"(\w+)"/)
  return [
    '/accounts',
    `/accounts?filter.partyIds=${party}`,
    '/accounts?pagination.last=3',
    '/stoporders?pagination.first=5',
    `/stoporders?filter.partyIds=${party}`,
    `/order/${order}`,
    `/funding-periods/data-points/${market}?pagination.first=4`,
    '/liquidity/all-provisions?pagination.first=4',
    `/parties/${party}/stake`,
    `/node/signatures?id=${resource}`,
    '/referral-sets/referees',
    '/rewards/epoch/summaries?pagination.first=3',
  ].map(path => `/api/v2${path}`)
}
