import { readFileSync } from 'node:fs'
import type { Child } from '../child.ts'
import { median } from '../rounds.ts'

/** The memory of a process in bytes, and the lag of its event loop in seconds. */
export interface Sample {
  /** Resident memory, with mapped pages of the database file. */
  readonly resident: number
  /** Resident memory without mapped files. */
  readonly anonymous: number
  readonly heap: number
  readonly loopP99: number
}

/** Takes a sample of a process from its metrics. */
export async function sampleOf(child: Child): Promise<Sample> {
  const value = await child.metrics()
  const resident = value('process_resident_memory_bytes')
  return {
    resident,
    anonymous: anonymousBytes(child.pid) ?? resident,
    heap: value('nodejs_heap_size_used_bytes'),
    loopP99: value('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Only Linux tells: a mapped database file that grows is not a leak. */
function anonymousBytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Maximum ratio of the last third of a run to the middle third. Garbage is collected only when necessary. */
const MAX_GROWTH = 1.1

/** Compares the last third of a run with the middle third. The first third is the warm-up. */
export function judge(sizes: readonly number[]): { readonly growth: number; readonly isFlat: boolean } {
  const third = Math.floor(sizes.length / 3)
  const growth = median(sizes.slice(-third)) / median(sizes.slice(third, -third))
  return { growth, isFlat: growth <= MAX_GROWTH }
}
