import { readFileSync } from 'node:fs'

/** What a process takes at one moment; bytes, and seconds for the event loop. */
export interface Sample {
  /** All of its memory that is in RAM, with what it has mapped of the database file. */
  readonly resident: number
  /** Without files: what it has asked for itself. */
  readonly own: number
  readonly heap: number
  readonly loopP99: number
}

/** Asks a process by its metrics. */
export async function sampleOf({ pid, metrics }: { pid: number; metrics: string }): Promise<Sample> {
  const text = await (await fetch(metrics)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const resident = value('process_resident_memory_bytes')
  return {
    resident,
    own: anonymous(pid) ?? resident,
    heap: value('nodejs_heap_size_used_bytes'),
    loopP99: value('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Linux tells apart what is mapped from a file: a database that grows is not memory that leaks. */
function anonymous(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

/** What the last third of a run may have more than the middle third: garbage is collected when there is need. */
const MAX_GROWTH = 1.1

/** Whether memory stays where it is, once it is warm. */
export function judge(own: readonly number[]): { readonly growth: number; readonly flat: boolean } {
  const third = Math.floor(own.length / 3)
  const growth = median(own.slice(-third)) / median(own.slice(third, -third))
  return { growth, flat: growth <= MAX_GROWTH }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}
