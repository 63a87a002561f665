import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The results of the last long runs, in git's own folder, for all work trees of the repository. */
interface Records {
  /** The last run of `pnpm long all` that passed. Its date is in ISO 8601. */
  readonly whole?: { readonly commit: string; readonly date: string }
  readonly speed?: Speed
}

/** The last comparison of the service with itself: throughput for the same CPU time, as a share of the other's. */
interface Speed {
  readonly against: string
  readonly commit: string
  /** Of the kind of request that has lost most. */
  readonly least: number
  readonly mean: number
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const fileIn = (folder: string) =>
  resolve(folder, git(folder, 'rev-parse', '--git-common-dir'), 'long-runs.json')

/** Returns nothing without a run, and without git. */
function recordsOf(folder: string): Records {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8'))
  } catch {
    return {}
  }
}

const record = (folder: string, found: Records) =>
  writeFileSync(fileIn(folder), JSON.stringify({ ...recordsOf(folder), ...found }))

export function recordSpeed(folder: string, speed: Speed): void {
  record(folder, { speed })
}

export function recordLongRun(folder: string, commit: string): void {
  record(folder, { whole: { commit, date: new Date().toISOString() } })
}

/** Returns the commit of a work tree; undefined if files differ from it, or without git. */
export function cleanCommit(folder: string): string | undefined {
  try {
    return git(folder, 'status', '--porcelain') === '' ? git(folder, 'rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

/** Says if the whole long run has passed on the files of a work tree; otherwise begins with `warning`. Then the speed. */
export function longRunNotice(folder: string): string {
  const { whole, speed } = recordsOf(folder)
  const shares = speed && `mean ${speed.mean.toFixed(2)}, least ${speed.least.toFixed(2)}`
  const fast = speed
    ? `Throughput at ${speed.commit} as a share of that at ${speed.against}: ${shares}.`
    : 'warning: the service was not compared with the last release. Run: pnpm bench server --against release'
  if (whole && whole.commit === cleanCommit(folder))
    return `The whole long run passed on this commit at ${whole.date}.\n${fast}`
  const last = whole ? `; the last one was on ${whole.commit} at ${whole.date}` : ''
  return `warning: no whole long run passed on these files${last}. Run: pnpm long all\n${fast}`
}
