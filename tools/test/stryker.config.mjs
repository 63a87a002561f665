// Mutation testing (`pnpm long mutants`): which changes of the sources does no test beside them notice?
//   pnpm long mutants packages/server/src/parameters
//   pnpm long mutants packages/fetch/src/watch/states.ts

const SOURCES =
  '{packages/server/src/{parameters,operations,responses,projections,ingest,store/reading},packages/fetch/src,tools/contract/src/diff}'
const mutated = process.env.MUTATED || SOURCES

export default {
  mutate: [
    mutated.endsWith('.ts') ? mutated : `${mutated}/**/*.ts`,
    ...['!**/generated/**', '!**/*.test.ts', '!**/*.test-d.ts'],
  ],
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tools/test/mutants.vitest.config.ts', related: false },
  // The workspace has links between its packages, which a copy would lose.
  inPlace: true,
  coverageAnalysis: 'perTest',
  // The tables of operations are compiled when a module loads: no single test covers that.
  ignoreStatic: false,
  // It would write into every file of the workspace.
  disableTypeChecks: false,
  // The tests run once before: within an hour also on a busy machine. The default is five minutes.
  dryRunTimeoutMinutes: 60,
  reporters: ['clear-text', 'progress-append-only'],
  // The names of all tests would come after each change.
  clearTextReporter: { allowColor: process.stdout.isTTY, logTests: false, reportTests: false },
  tempDirName: 'node_modules/.cache/mutants/backup',
  concurrency: 2,
}
