import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The package whose sources are changed: no other one's tests run. */
const [mutated = ''] = /^(packages|tools)\/\w+\//.exec(process.env.MUTATED ?? '') ?? []

/**
 * The tests that run for each mutant: those beside the sources, and those of events and of the watch in this process. The
 * others start processes or take seconds.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: [
      'packages/server/src/**/*.test.ts',
      'packages/fetch/src/**/*.test.ts',
      'packages/fetch/test/watch/**/*.test.ts',
      'packages/server/test/{ingest,history.isolated,refused-events}.test.ts',
      'packages/server/test/operations/{list,get,filters}*.test.ts',
      'tools/contract/test/edits.test.ts',
    ].filter(pattern => pattern.startsWith(mutated)),
    exclude: ['**/node_modules/**', 'packages/server/src/commands/**'],
    provide: { postgresUrl: undefined },
    // Nets for a busy machine. Stryker ends what a mutant makes endless.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
