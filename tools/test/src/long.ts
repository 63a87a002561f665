import { spawnSync } from 'node:child_process'
import { cleanCommit, recordRun } from './long-record.ts'
import { root } from './run.ts'

interface Run {
  readonly does: string
  /** Run one after the other, each with the options that are given. */
  readonly commands: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs that take too long for every change. `pnpm test` has a sample of each. */
const runs: Readonly<Record<string, Run>> = {
  postgres: {
    does: "the server's tests of PostgreSQL on each supported major version, or on the given ones",
    commands: ['node tools/test/src/postgres-majors.ts'],
  },
  faults: {
    does: 'all runs of the properties; kills `ingest` 200 times and 20 workers, damages 20,000 files, and plays 10,000 histories of faults, each from its seed',
    commands: [
      'vitest run property.test.ts',
      'vitest run packages/server/test/crash packages/server/test/workers',
      'vitest run packages/server/test/simulation packages/fetch/test/watch',
    ],
    env: {
      CRASH_KILLS: '200',
      DAMAGED_FILES: '20000',
      WORKER_KILLS: '20',
      SIMULATION_SEEDS: '10000',
      WATCH_SEEDS: '10000',
    },
  },
  whole: {
    does: 'every page and version of the site, broken server, edit of the contract, compiler and runtime of the client',
    commands: [
      'vitest run packages/docs/test/site.test.ts packages/check/test packages/fetch/test/packed.test.ts tools/contract/test/edits.test.ts',
    ],
  },
  speed: {
    does: 'compares the service with the last release: CPU time of each kind of request; fails below 0.9',
    commands: ['node tools/test/src/bench/cli.ts server --against release'],
  },
  attacks: {
    does: 'attacks every route on SQLite and PostgreSQL, direct and behind HAProxy (HTTP/1.1, HTTP/2) and nginx, from one address, 200 and a /48',
    commands: ['vitest run packages/server/test/attacks'],
    env: { ATTACK_ALL: '1', ATTACK_MS: '4000' },
  },
  rehearsal: {
    does: 'releases a copy of this repository: now, a hotfix, a beta and a hotfix of 3.0, and uses the packages',
    commands: ['vitest run --project rehearsal'],
  },
}

/** They find what no test notices, and never fail: no part of a whole run. */
const mutants: Run = {
  does: 'changes the sources of a folder, or all, in one place after the other, and lists the changes that no test notices',
  commands: ['tools/test/node_modules/.bin/stryker run tools/test/stryker.config.mjs'],
}

/** Runs the commands, also after one has failed. */
function passes({ commands, env }: Run, args: readonly string[] = []): boolean {
  // Some of the tests take the packages and the site as they are built.
  const build = 'turbo run build --output-logs=errors-only'
  const results = [build, ...commands].map(command => {
    const [program = '', ...first] = command.split(' ')
    const words = command === build ? first : [...first, ...args]
    const variables = { ...process.env, LONG_RUN: '1', ...env }
    const { status, error } = spawnSync(program, words, { cwd: root, env: variables, stdio: 'inherit' })
    if (error) throw error
    return status === 0
  })
  return results.every(Boolean)
}

/** Runs all, and records the commit on which all passed: `pnpm release` asks for it. */
function passesWhole(): boolean {
  const commit = cleanCommit(root)
  const results = Object.entries(runs).map(([name, run]) => {
    const start = performance.now()
    const passed = passes(run)
    const minutes = ((performance.now() - start) / 60_000).toFixed(1)
    return { passed, line: `${passed ? 'passed' : 'FAILED'} ${name.padEnd(12)}${minutes} min\n` }
  })
  process.stdout.write(`\n${results.map(({ line }) => line).join('')}`)
  const passed = results.every(result => result.passed)
  if (!passed) return false
  if (commit !== undefined && commit === cleanCommit(root)) recordRun(root, commit)
  else process.stdout.write('Not recorded for a release: the files are not those of a commit.\n')
  return true
}

const [name = '', ...args] = process.argv.slice(2)
const run = runs[name]
if (name === 'all') process.exitCode = passesWhole() ? 0 : 1
else if (name === 'mutants') {
  const [MUTATED = ''] = args
  process.exitCode = passes({ ...mutants, env: { MUTATED } }) ? 0 : 1
} else if (run) process.exitCode = passes(run, args) ? 0 : 1
else {
  const lines = Object.entries({ ...runs, mutants }).map(([name, { does }]) => `  ${name.padEnd(12)}${does}`)
  process.stdout.write(`Long runs, which are not part of \`pnpm test\`. Those that measure are in \`pnpm bench\`.

  pnpm long <name> [option...]

  all         the runs below without mutants, one after the other; a workflow does so every night, and before a release
${lines.join('\n')}
`)
  process.exitCode = name === '' || /^(-h|--help)$/.test(name) ? 0 : 1
}
