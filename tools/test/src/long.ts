import { spawnSync } from 'node:child_process'
import { root } from './run.ts'

interface Run {
  readonly does: string
  /** Run one after the other, each with the options that are given. */
  readonly commands: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs that take too long for every change, or need the network. `pnpm test` does not include them. */
const runs: Readonly<Record<string, Run>> = {
  postgres: {
    does: 'the tests of PostgreSQL on each supported major version of PostgreSQL, or on the given ones',
    commands: ['node tools/test/src/postgres-majors.ts'],
  },
  crash: {
    does: 'kills `ingest` at 200 random times, and compares the results',
    commands: ['vitest run packages/server/test/crash'],
    env: { CRASH_KILLS: '200' },
  },
  workers: {
    does: 'kills 20 workers under load, and counts the requests that get no end',
    commands: ['vitest run packages/server/test/workers.test.ts'],
    env: { WORKER_KILLS: '20' },
  },
  simulation: {
    does: 'plays 10,000 histories of kills, lost files and backups, each from its seed',
    commands: ['vitest run packages/server/test/simulation'],
    env: { SIMULATION_SEEDS: '10000' },
  },
  watch: {
    does: 'follows a list through 10,000 histories of restarts, failovers, lag and broken proxies, each from its seed',
    commands: ['vitest run packages/fetch/test/watch'],
    env: { WATCH_SEEDS: '10000' },
  },
  fuzz: {
    does: 'sends 100,000 requests, made from the contract, to our own server',
    commands: ['vitest run packages/check/test/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '100000' },
  },
  proof: {
    does: 'executes the verdicts of spec-diff on 100,000 random pairs of schemas',
    commands: ['vitest run --project sqlite tools/spec-diff/test/proof'],
    env: { PROOF_PAIRS: '100000' },
  },
  'broken-servers': {
    does: 'makes broken servers for every field, parameter and header; the conformance check must find each',
    commands: ['vitest run packages/check/test/broken-servers.test.ts'],
    env: { BROKEN_SERVERS_STEP: '1' },
  },
  site: {
    does: 'has axe look at every page of the site, in both themes',
    commands: ['vitest run packages/docs/test/pages.test.ts'],
    env: { SITE_STEP: '1' },
  },
  rehearsal: {
    does: 'releases a copy of this repository eight times, and uses the packages after each release',
    commands: ['vitest run tools/contract/test/rehearsal.test.ts'],
    env: { REHEARSAL: 'long' },
  },
  advisories: {
    does: 'checks the registry for known vulnerabilities, at a lower level for what the published packages depend on',
    // Not part of `pnpm test`: the result depends on the day and the registry.
    commands: ['pnpm audit --prod --audit-level moderate', 'pnpm audit --audit-level high'],
  },
}

const [name = '', ...args] = process.argv.slice(2)
const run = runs[name]
if (run) {
  const env = { ...process.env, ...run.env }
  for (const command of run.commands) {
    const [program = '', ...first] = command.split(' ')
    const { status, error } = spawnSync(program, [...first, ...args], { cwd: root, env, stdio: 'inherit' })
    if (error) throw error
    process.exitCode ||= status ?? 1
  }
} else {
  const lines = Object.entries(runs).map(([name, { does }]) => `  ${name.padEnd(16)}${does}`)
  process.stdout.write(`Long runs, which are not part of \`pnpm test\`. Those that measure are in \`pnpm bench\`.

  pnpm long <name> [option...]

${lines.join('\n')}
`)
  process.exitCode = name === '' || /^(-h|--help)$/.test(name) ? 0 : 1
}
