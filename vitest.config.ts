import { availableParallelism } from 'node:os'
import { join, relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './tools/test/src/reporter.ts'
import { temporaryFolder } from './tools/test/src/temporary.ts'

/** The package whose `test` script this is, from the root; empty at the root, where all tests are. */
const place = relative(import.meta.dirname, process.cwd())
  .split(sep)
  .join('/')
// Tests run at the root, wherever they are started from.
process.chdir(import.meta.dirname)
const packages = place || '{spec,examples,packages/*,tools/*}'
const hasServerTests = place === '' || place === 'packages/server'
/** The projects that run only when asked: PostgreSQL takes seconds to start, and releases of copies take a minute. */
const asked = (['postgres', 'rehearsal'] as const).find(name =>
  new RegExp(`--project[= ]${name}`).test(process.argv.join(' ')),
)
/** Where `pnpm test` finds the counts; turbo keeps it with the package's results. */
const report = `${place}/.turbo/test${asked ? `-${asked}` : ''}.json`

/** A release of a copy, and the steps of a release that run npm and compilers. */
const REHEARSAL = 'tools/contract/test/{compile,rehearsal,upload}.test.ts'
const ON_POSTGRES = 'packages/server/test/postgres/**/*.test.ts'
/** Tests whose helpers keep files until the test file ends. */
const ISOLATED = '**/*.isolated.test.ts'
const INSTALLED = '**/node_modules/**'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    // Nets for what hangs, far above what a busy machine needs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    env: {
      // Tests start hundreds of Node processes, each of which would compile the same sources anew.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
      TMPDIR: temporaryFolder(),
    },
    expect: { poll: { timeout: 120_000 } },
    // Node imports the sources itself, and keeps what it compiled. `vi.mock` does nothing then.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: [
      'tools/test/src/short-polls.ts',
      'tools/test/src/no-retries.ts',
      // Compares each response of the service with the contract.
      ...(hasServerTests ? ['packages/server/test/recorder/setup.ts'] : []),
    ],
    ...(place && {
      // By default one core less: too few on two cores, where tests wait for a fifth to two fifths of their time.
      maxWorkers: availableParallelism(),
      reporters: ['default', new SummaryReporter(report)],
    }),
    projects: {
      postgres: [
        {
          extends: true as const,
          test: {
            name: 'postgres',
            // Of the operations what is about all of them: the file decides the records. Other texts in `pnpm long postgres`.
            include: [
              ON_POSTGRES,
              'packages/server/test/operations/{corpus,filters.property,paging.property,plans}.test.ts',
              ...(process.env.LONG_RUN
                ? ['packages/server/test/operations/{large-lists.property,paging,sql-text}.test.ts']
                : []),
            ],
            isolate: false,
            globalSetup: ['packages/server/test/postgres/setup.ts'],
          },
        },
      ],
      rehearsal: [{ extends: true as const, test: { name: 'rehearsal', include: [REHEARSAL] } }],
      others: [
        {
          extends: true as const,
          test: {
            // One process loads each module once for all files. What a test mocks, it restores.
            name: 'shared',
            include: [`${packages}/{src,test,lint}/**/*.test.ts`],
            exclude: [INSTALLED, ON_POSTGRES, REHEARSAL, ISOLATED],
            isolate: false,
            provide: { postgresUrl: undefined },
          },
        },
        {
          extends: true as const,
          test: {
            name: 'isolated',
            include: [`${packages}/${ISOLATED}`],
            exclude: [INSTALLED],
            provide: { postgresUrl: undefined },
          },
        },
      ],
    }[asked ?? 'others'],
  },
})
