import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { createHttp } from '../../src/http/app.ts'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { contents } from '../contents.ts'
import { ingestInto } from '../running.ts'

const BLOCKS = 14

/** A stream of events, and the correct response to each request at each block. */
export interface Oracle {
  /** The lines of each block, in order. */
  readonly blocks: readonly (readonly string[])[]
  readonly urls: readonly string[]
  /** A file with the first blocks. Genesis shares its height with the block after it. */
  readonly start: string
  /** The bodies at a height, by URL. */
  bodies(height: string): ReadonlyMap<string, string>
  /** Every row after the last block. */
  readonly contents: unknown
}

/**
 * Ingests a stream block by block without any fault into a file of the folder, and keeps each response of each block.
 */
export async function oracleOf(seed: number, folder: string): Promise<Oracle> {
  const lines = [...simulate({ seed, blocks: BLOCKS, scale: 1 })]
  const blocks = blocksOf(lines)
  const urls = urlsFor(lines)
  const [database, start] = ['stream', 'start'].map(name => join(folder, `${name}-${seed}.sqlite`)) as [
    string,
    string,
  ]
  await ingestInto(start, blocks.slice(0, 2).flat())
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const number of blocks.keys()) {
    await ingestInto(database, blocks.slice(0, number + 1).flat())
    const network = await openDatabases({ database })
    const app = createHttp({ operations, answer: network.answer, head: network.head })
    const responses = await Promise.all(urls.map(url => app.inject(url)))
    const height = String(responses[0]?.headers['x-block-height'])
    known.set(height, new Map(urls.map((url, index) => [url, responses[index]?.body ?? ''])))
    await app.close()
    await network.close()
  }
  return {
    blocks,
    urls,
    start,
    contents: await contents(database),
    bodies: height => known.get(height) ?? new Map(),
  }
}

function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    blocks.at(-1)?.push(line)
    if (line.includes('BUS_EVENT_TYPE_END_BLOCK')) blocks.push([])
  }
  return blocks.filter(block => block.length > 0)
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
