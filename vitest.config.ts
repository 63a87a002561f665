import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What runs on PostgreSQL: tests about it, and those of the server's suite that read pages. */
const ON_POSTGRES = [
  'postgres/**/*',
  'corpus',
  'date-range.property',
  'getOrder',
  'getStake',
  'list*',
  'paging*',
  'security/sql-text',
  'short-names',
].map(name => `packages/server/test/${name}.test.ts`)

/** The package whose `test` script this is, from the root; empty at the root, where all tests are. */
const place = relative(import.meta.dirname, process.cwd())
  .split(sep)
  .join('/')
// Tests run at the root, wherever they are started from.
process.chdir(import.meta.dirname)
const hasServerTests = place === '' || place === 'packages/server'
/** PostgreSQL takes seconds to start, so the server's suite runs on it only when asked. */
const isOnPostgres = /--project[= ]postgres/.test(process.argv.join(' '))
/** Where `pnpm test` finds the counts; turbo keeps it with the package's results. */
const report = `${place}/.turbo/test${isOnPostgres ? '-postgres' : ''}.json`

/**
 * Tests that change nothing of their process: they share one, which loads each module once. Others mock, or change the
 * environment or a prototype, or import a helper that does, or one with files that are removed after the first test file.
 */
const SHARED = globSync([
  '{spec,packages/*,tools/*}/src/**/*.test.ts',
  '{packages/server,tools/spec-diff}/test/**/*.test.ts',
  'packages/fetch/test/{,watch/}*.test.ts',
])
  .map(path => path.split(sep).join('/'))
  .filter(
    path =>
      path.startsWith(place) &&
      !/\bvi\.|process\.(env|chdir|exitCode)|globalThis\.\w+ = |prototype|\/(service|recorded-sql)\.ts'/.test(
        readFileSync(path, 'utf8'),
      ),
  )

export default defineConfig({
  root: import.meta.dirname,
  test: {
    // Nets for what hangs, far above what a busy machine needs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    // Tests start hundreds of Node processes, each of which would compile the same sources anew.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    expect: { poll: { timeout: 120_000 } },
    // Compares each response of the service with the contract.
    setupFiles: [
      ...(hasServerTests ? ['packages/server/test/recorder/setup.ts'] : []),
      ...(place === '' || place === 'packages/fetch' ? ['packages/fetch/test/short-polls.ts'] : []),
    ],
    ...(place && {
      // By default one core less: too few on two cores, where tests wait for a fifth to two fifths of their time.
      maxWorkers: availableParallelism(),
      reporters: ['default', ['json', { outputFile: report }]],
    }),
    projects: isOnPostgres
      ? [
          {
            extends: true,
            test: {
              name: 'postgres',
              include: ON_POSTGRES,
              // The same modules and databases for all files. What a test mocks, it restores.
              isolate: false,
              globalSetup: ['packages/server/test/postgres/setup.ts'],
            },
          },
        ]
      : [
          {
            extends: true,
            test: {
              name: 'sqlite',
              include: [`${place || '{spec,examples,packages/*,tools/*}'}/{src,test,lint}/**/*.test.ts`],
              exclude: ['**/node_modules/**', 'packages/server/test/postgres/**', ...SHARED],
              provide: { postgresUrl: undefined },
            },
          },
          {
            extends: true,
            test: {
              name: 'shared',
              isolate: false,
              include: SHARED,
              exclude: ['packages/server/test/postgres/**'],
              provide: { postgresUrl: undefined },
            },
          },
        ],
  },
})
