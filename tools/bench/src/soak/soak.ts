import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Child } from '../child.ts'
import { megabytes } from '../report.ts'
import { Feed } from './feed.ts'
import { judge, type Sample, sampleOf } from './memory.ts'
import { RequestMix } from './requests.ts'
import { Traffic } from './traffic.ts'

/** How to soak. */
export interface SoakOptions {
  readonly minutes: number
  /** Requests a second. */
  readonly rate: number
  /** Told what happens, a line at a time: every `everySeconds`, and at the end. */
  readonly say: (line: string) => void
  readonly everySeconds?: number
  /** Ends it early, without a verdict. */
  readonly signal?: AbortSignal
}

/** The network that is there at the start, and how it grows. */
const FIRST_BLOCKS = 1000
const BLOCKS_PER_SECOND = 2
/** A run has this many samples, however long it is. */
const SAMPLES = 90

/**
 * Runs `serve` over a database into which `ingest --follow` writes all the while, under a mixed load.
 *
 * @returns whether memory stayed flat, every request was answered, and none with 5xx
 */
export async function soak({ minutes, rate, say, everySeconds = 60, signal }: SoakOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-soak-'))
  const children: Child[] = []
  const start = (...args: string[]) => {
    const child = new Child([...args, '--database', 'network.sqlite', '--metrics', '127.0.0.1:0'], folder)
    children.push(child)
    return child
  }
  const over = new AbortController()
  signal?.addEventListener('abort', () => over.abort())
  try {
    const feed = new Feed(join(folder, 'events.ndjson'))
    feed.append(FIRST_BLOCKS)
    const ingest = start('ingest', 'events.ndjson', '--follow')
    const ingesting = { pid: ingest.pid, metrics: await ingest.address('Metrics') }
    await blocksAre(ingesting.metrics, FIRST_BLOCKS)
    const serve = start('serve', '--no-docs', '--port', '0')
    const serving = { pid: serve.pid, metrics: await serve.address('Metrics') }
    const traffic = new Traffic(
      await serve.address('Serving'),
      new RequestMix(join(folder, 'network.sqlite')),
    )
    const running = [feed.run(BLOCKS_PER_SECOND, over.signal), traffic.run(rate, over.signal)]

    const samples: { serve: Sample; ingest: Sample }[] = []
    const began = performance.now()
    const pause = (minutes * 60_000) / SAMPLES
    let told = began
    while (samples.length < SAMPLES) {
      const next = Math.max(0, began + (samples.length + 1) * pause - performance.now())
      await wait(next, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return false
      const sample = { serve: await sampleOf(serving), ingest: await sampleOf(ingesting) }
      samples.push(sample)
      if (performance.now() - told < everySeconds * 1000) continue
      told = performance.now()
      say(`${((told - began) / 60_000).toFixed(1)} min   ${line('serve', sample.serve)}`)
      say(`          ${line('ingest', sample.ingest)}`)
      say(`          ${outcomes(traffic)}`)
    }
    over.abort()
    await Promise.all(running)
    const ends = children.map(async child => ((await child.end()) === 0 ? [] : [child.complained]))
    return verdict(samples, traffic, (await Promise.all(ends)).flat(), say)
  } finally {
    over.abort()
    await Promise.all(children.map(child => child.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function blocksAre(metrics: string, height: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(metrics)).text()
    if (text.includes(`trading_network_ingest_block_height ${height}\n`)) return
    await wait(100)
  }
}

function verdict(
  samples: readonly { serve: Sample; ingest: Sample }[],
  traffic: Traffic,
  complaints: readonly string[],
  say: SoakOptions['say'],
): boolean {
  const judged = (['serve', 'ingest'] as const).map(name => {
    const { growth, flat } = judge(samples.map(sample => sample[name].own))
    say(
      `${name}: the last third takes ${growth.toFixed(3)} of the middle third: ${flat ? 'flat' : 'GROWING'}`,
    )
    return flat
  })
  const failed = [...traffic.counts.keys()].filter(outcome => outcome === 'lost' || outcome.startsWith('5'))
  say(`requests: ${outcomes(traffic)}${failed.length > 0 ? '   FAILED' : ''}`)
  for (const complaint of complaints) say(`a process FAILED: ${complaint}`)
  return judged.every(Boolean) && failed.length === 0 && complaints.length === 0
}

function line(name: string, { resident, own, heap, loopP99 }: Sample): string {
  const sizes = `RSS ${megabytes(resident)}, own ${megabytes(own)}, heap ${megabytes(heap)}`
  return `${name.padEnd(6)} ${sizes}, event loop p99 ${(loopP99 * 1000).toFixed(1)} ms`
}

function outcomes({ counts }: Traffic): string {
  return [...counts]
    .sort()
    .map(([outcome, number]) => `${outcome}: ${number}`)
    .join(', ')
}
