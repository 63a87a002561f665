import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Benchmark } from '../benchmark.ts'
import { Child } from '../child.ts'
import { megabytes } from '../table.ts'
import { Feed } from './feed.ts'
import { sendRequests } from './load.ts'
import { judge, type Sample, sampleOf } from './memory.ts'
import { RequestMix } from './request-mix.ts'

export interface SoakOptions {
  readonly minutes: number
  /** Requests per second. */
  readonly rate: number
  /** Gets the progress, a line at a time, every `everySeconds`. */
  readonly say: (line: string) => void
  readonly everySeconds: number
}

/** Result of a soak. */
export interface SoakReport {
  readonly text: string
  readonly isGood: boolean
}

export const soak: Benchmark = {
  name: 'soak',
  about:
    'memory and responses of serve and ingest under a mixed load; fails if memory grows or a request fails',
  onlyByName: true,
  async run({ options: { minutes, rate } }) {
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const { text, isGood } = await runSoak({ minutes, rate, say, everySeconds: 60 })
    if (!isGood) process.exitCode = 1
    return text
  },
}

/** Blocks of the network at the start, and per second. */
const FIRST_BLOCKS = 1000
const BLOCKS_PER_SECOND = 2
/** Number of samples of a run of any length. */
const SAMPLES = 90

/** Requests by result: the status, `left` or `lost`. */
type Counts = Map<string, number>
type Samples = Readonly<Record<'serve' | 'ingest', Sample>>

/** Runs `serve` under a mixed load on a database into which `ingest --follow` writes. */
export async function runSoak({ minutes, rate, say, everySeconds }: SoakOptions): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-soak-'))
  const children: Child[] = []
  const start = (...args: string[]) => {
    const child = new Child([...args, '--database', 'network.sqlite', '--metrics', '127.0.0.1:0'], folder)
    children.push(child)
    return child
  }
  const over = new AbortController()
  const { signal } = over
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  try {
    const feed = new Feed(join(folder, 'events.ndjson'))
    feed.append(FIRST_BLOCKS)
    const ingest = start('ingest', 'events.ndjson', '--follow')
    while ((await ingest.metrics())('trading_network_ingest_block_height') < FIRST_BLOCKS) await wait(100)
    const serve = start('serve', '--no-docs', '--port', '0')
    const mix = new RequestMix(join(folder, 'network.sqlite'))
    const counts: Counts = new Map()
    const origin = await serve.address('Serving')
    const running = [
      feed.run(BLOCKS_PER_SECOND, signal),
      sendRequests(
        origin,
        () => mix.next(),
        { perSecond: rate, signal },
        result => counts.set(result, (counts.get(result) ?? 0) + 1),
      ),
    ]

    const samples: Samples[] = []
    const began = performance.now()
    const elapsed = () => performance.now() - began
    let told = 0
    while (samples.length < SAMPLES) {
      await wait(Math.max(0, ((samples.length + 1) * minutes * 60_000) / SAMPLES - elapsed()))
      const sample = { serve: await sampleOf(serve), ingest: await sampleOf(ingest) }
      samples.push(sample)
      if (elapsed() - told < everySeconds * 1000) continue
      told = elapsed()
      say(`${(told / 60_000).toFixed(1).padStart(5)} min   ${sampleLine('serve', sample.serve)}`)
      say(`            ${sampleLine('ingest', sample.ingest)}`)
      say(`            ${countsLine(counts)}`)
    }
    over.abort()
    await Promise.all(running)
    const failures: string[] = []
    for (const child of children) if ((await child.end()) !== 0) failures.push(child.errors)
    return verdict(samples, counts, failures)
  } finally {
    over.abort()
    await Promise.all(children.map(child => child.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

function verdict(samples: readonly Samples[], counts: Counts, failures: readonly string[]): SoakReport {
  const judged = (['serve', 'ingest'] as const).map(name => {
    const { growth, isFlat } = judge(samples.map(sample => sample[name].anonymous))
    const text = `${name}: memory, last third to middle third: ${growth.toFixed(3)}, ${isFlat ? 'flat' : 'GROWING'}`
    return { text, isFlat }
  })
  const failed = [...counts.keys()].filter(result => result === 'lost' || result.startsWith('5'))
  const requests = `requests: ${countsLine(counts)}${failed.length > 0 ? '   FAILED' : ''}`
  const lines = [
    ...judged.map(({ text }) => text),
    ...failures.map(errors => `a process FAILED: ${errors}`),
    requests,
  ]
  const isGood = judged.every(({ isFlat }) => isFlat) && failed.length === 0 && failures.length === 0
  return { text: `${lines.join('\n')}\n`, isGood }
}

function sampleLine(name: string, { resident, anonymous, heap, loopP99 }: Sample): string {
  const sizes = `RSS ${megabytes(resident)}, anonymous ${megabytes(anonymous)}, heap ${megabytes(heap)}`
  return `${name.padEnd(6)} ${sizes}, event loop p99 ${(loopP99 * 1000).toFixed(1)} ms`
}

function countsLine(counts: Counts): string {
  return Array.from(counts)
    .sort()
    .map(([result, number]) => `${result}: ${number}`)
    .join(', ')
}
