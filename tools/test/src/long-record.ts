import { spawnSync } from 'node:child_process'

/** Notes of git on commits: they are of all work trees of a repository, and are not pushed. */
const NOTES = [
  '-c',
  'user.name=long runs',
  '-c',
  'user.email=long-runs@localhost',
  'notes',
  '--ref=long-runs',
]
const WHOLE = 'The whole long run passed'

/** Returns the output; undefined for a failure, and without git. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Returns the commit of a work tree; undefined if files differ from it, or without git. */
export function cleanCommit(folder: string): string | undefined {
  return git(folder, 'status', '--porcelain') === '' ? git(folder, 'rev-parse', 'HEAD') : undefined
}

/** Notes a result on a commit: a sentence. */
export function recordRun(folder: string, commit: string, result = WHOLE): void {
  git(folder, ...NOTES, 'append', '-m', `${result} at ${new Date().toISOString()}.`, commit)
}

/** The results of the files of a work tree; begins with `warning` if the whole long run has not passed on them. */
export function longRunNotice(folder: string): string {
  const commit = cleanCommit(folder)
  const results = (commit && git(folder, ...NOTES, 'show', commit)) || ''
  if (results.includes(WHOLE)) return results
  return `warning: no whole long run passed on these files. Run: pnpm long all\n${results}`.trim()
}
