import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The tests that run for each mutant: those beside the sources, and those of events and of the watch in this process. The
 * others start processes or take seconds.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: [
      'packages/{server,fetch}/src/**/*.test.ts',
      'packages/fetch/test/watch/**/*.test.ts',
      'packages/server/test/{ingest,history.isolated,refused-events,bad-events}.test.ts',
      'packages/server/test/operations/{list,get}*.test.ts',
      'tools/contract/src/diff/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'packages/server/src/commands/**'],
    provide: { postgresUrl: undefined },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
