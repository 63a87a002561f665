import { spawnSync } from 'node:child_process'
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
    does: 'kills `ingest` 200 times and 20 workers, and plays 10,000 histories of faults, each from its seed',
    commands: [
      'vitest run packages/server/test/crash packages/server/test/workers',
      'vitest run packages/server/test/simulation packages/fetch/test/watch',
    ],
    env: { CRASH_KILLS: '200', WORKER_KILLS: '20', SIMULATION_SEEDS: '10000', WATCH_SEEDS: '10000' },
  },
  whole: {
    does: 'tries every generated broken server on the check, has axe look at every page of the site, and runs samples in Go and Java',
    commands: ['vitest run packages/check/test/broken-servers.test.ts packages/docs/test/site.test.ts'],
  },
  rehearsal: {
    does: 'releases a copy of this repository: now, a hotfix, a beta and a hotfix of 2.1, and uses the packages',
    commands: ['vitest run --project rehearsal'],
  },
  mutants: {
    does: 'changes the sources in one place after the other, and lists the changes that no test notices',
    commands: ['tools/test/node_modules/.bin/stryker run tools/test/stryker.config.mjs'],
  },
}

const [name = '', ...args] = process.argv.slice(2)
const run = runs[name]
if (run) {
  const env = { ...process.env, LONG_RUN: '1', ...run.env }
  for (const command of run.commands) {
    const [program = '', ...first] = command.split(' ')
    const { status, error } = spawnSync(program, [...first, ...args], { cwd: root, env, stdio: 'inherit' })
    if (error) throw error
    process.exitCode ||= status ?? 1
  }
} else {
  const lines = Object.entries(runs).map(([name, { does }]) => `  ${name.padEnd(12)}${does}`)
  process.stdout.write(`Long runs, which are not part of \`pnpm test\`. Those that measure are in \`pnpm bench\`.

  pnpm long <name> [option...]

${lines.join('\n')}
`)
  process.exitCode = name === '' || /^(-h|--help)$/.test(name) ? 0 : 1
}
