import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The last run of `pnpm long all` that passed. Git's own folder has it, for all work trees of the repository. */
interface LongRun {
  readonly commit: string
  /** ISO 8601. */
  readonly date: string
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** The last comparison of the service with itself: throughput for the same CPU time, as a share of the other's. */
interface Speed {
  readonly against: string
  readonly commit: string
  /** Of the kind of request that has lost most. */
  readonly least: number
  readonly mean: number
}

const recordOf = (folder: string, name = 'long-run.json') =>
  resolve(folder, git(folder, 'rev-parse', '--git-common-dir'), name)

const SPEED = 'bench-against.json'

export function recordSpeed(folder: string, speed: Speed): void {
  writeFileSync(recordOf(folder, SPEED), JSON.stringify(speed))
}

function speedNotice(folder: string): string {
  const none =
    'warning: the service was not compared with the last release. Run: pnpm bench server --against release'
  try {
    const { against, commit, least, mean }: Speed = JSON.parse(readFileSync(recordOf(folder, SPEED), 'utf8'))
    const figures = `mean ${mean.toFixed(2)}, least ${least.toFixed(2)}`
    return `Throughput at ${commit} as a share of that at ${against}: ${figures}.`
  } catch {
    return none
  }
}

/** Returns the commit of a work tree; undefined if files differ from it, or without git. */
export function cleanCommit(folder: string): string | undefined {
  try {
    return git(folder, 'status', '--porcelain') === '' ? git(folder, 'rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

export function recordLongRun(folder: string, commit: string): void {
  const run: LongRun = { commit, date: new Date().toISOString() }
  writeFileSync(recordOf(folder), JSON.stringify(run))
}

function lastLongRun(folder: string): LongRun | undefined {
  try {
    const file = recordOf(folder)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** Says if the whole long run has passed on the files of a work tree; otherwise begins with `warning`. Then the speed. */
export function longRunNotice(folder: string): string {
  const run = lastLongRun(folder)
  const speed = speedNotice(folder)
  if (run && run.commit === cleanCommit(folder))
    return `The whole long run passed on this commit at ${run.date}.\n${speed}`
  const last = run ? `; the last one was on ${run.commit} at ${run.date}` : ''
  return `warning: no whole long run passed on these files${last}. Run: pnpm long all\n${speed}`
}
