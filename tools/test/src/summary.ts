import type { FileTime, Report } from './reporter.ts'

/** A task of turbo, and what is known of it after the run. */
export interface TaskResult {
  readonly id: string
  readonly state: 'passed' | 'failed' | 'never started'
  /** True if turbo took the result of an earlier run. */
  readonly isCached?: boolean
  /** The report of its tests; a check has none. */
  readonly report?: Report | undefined
  readonly log?: string
}

const SLOWEST = 10

/**
 * The end of `pnpm test`. A task that failed without a failed test counts as one failure, and so does each task that never
 * started. A check says with a line that begins with `SKIPPED` what it could not check.
 */
export function summaryOf(tasks: readonly TaskResult[]): { readonly text: string; readonly failed: number } {
  const failures = tasks.flatMap(({ id, state, report }) => {
    if (state === 'never started') return [`NEVER STARTED ${id}: a task before it failed`]
    const found = report?.failures.map(line => `FAILED ${line}`) ?? []
    return state === 'failed' && found.length === 0 ? [`FAILED ${id}: see above`] : found
  })
  const notes = tasks.flatMap(({ id, log = '' }) =>
    [...log.matchAll(/^SKIPPED .+$/gm)].map(([note]) => `${note} (${id})`),
  )
  const sum = (key: 'passed' | 'skipped') =>
    tasks.reduce((count, { report }) => count + (report?.[key] ?? 0), 0)
  const counts = `${sum('passed')} passed, ${failures.length} failed, ${sum('skipped') + notes.length} skipped`
  const files = tasks.flatMap(({ isCached, report }) => (isCached ? [] : (report?.files ?? [])))
  const lines = [...slowest(files), ...notes, ...failures, counts]
  return { text: `\n${lines.join('\n')}\n`, failed: failures.length }
}

/** A table of the slowest files. */
function slowest(files: readonly FileTime[]): string[] {
  if (files.length === 0) return []
  const row = (all: string, hooks: string, path: string) => `${all.padStart(8)} ${hooks.padStart(8)}  ${path}`
  const rows = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ path, seconds, hooks }) => row(seconds.toFixed(1), hooks.toFixed(1), path))
  return [row('seconds', 'in hooks', 'the slowest files'), ...rows]
}
