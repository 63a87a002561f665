import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A repository of its own with the files of this one, installed, in which a release can be tried. */
export interface Repository {
  folder: string
  run(program: string, ...args: string[]): Promise<{ code: number; output: string }>
  commit(): Promise<void>
  remove(): void
}

/**
 * Copies the files of git and the untracked ones, or those of a commit, and installs from the packages on this machine.
 *
 * @param npmrc Settings of npm and pnpm, with the registry of our packages.
 * @param variables More variables for its commands.
 */
export async function throwAwayRepository(
  npmrc: string,
  variables: Record<string, string> = {},
  at?: string,
): Promise<Repository> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1e9 })
  if (at !== undefined) execFileSync('tar', ['-x', '-C', folder], { input: git('archive', at) })
  else
    for (const path of git('ls-files', '-co', '--exclude-standard').toString().split('\n'))
      if (path && existsSync(join(root, path)))
        cpSync(join(root, path), join(folder, path), { recursive: true })
  writeFileSync(join(folder, '.npmrc'), npmrc)
  const { GITHUB_BASE_REF: _, ...inherited } = process.env
  const path = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const env = { ...inherited, ...variables, PATH: path }
  const run: Repository['run'] = (program, ...args) => {
    const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
    execFile(program, args, { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, output: `${stdout}${stderr}` })
    })
    return promise
  }
  const must = async (program: string, ...args: string[]) => {
    const { code, output } = await run(program, ...args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} in ${dirname(folder)}: ${output}`)
  }
  await must('git', 'init', '-q', '-b', 'main')
  const who = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com']
  const commit = async () => {
    await must('git', 'add', '-A')
    await must('git', ...who, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'A step')
  }
  await commit()
  await must('pnpm', 'install', '--prefer-offline', '--frozen-lockfile')
  return { folder, run, commit, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
