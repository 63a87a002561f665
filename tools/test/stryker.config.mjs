// Mutation testing (`pnpm long mutants`): which changes of the sources does no test beside them notice?
//   pnpm long mutants --mutate 'packages/server/src/parameters/*.ts'

export default {
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tools/test/mutants.vitest.config.ts', related: false },
  // The workspace has links between its packages, which a copy would lose.
  inPlace: true,
  coverageAnalysis: 'perTest',
  mutate: [
    'packages/server/src/{parameters,operations,responses,projections,ingest}/**/*.ts',
    'packages/server/src/store/reading/**/*.ts',
    'packages/fetch/src/**/*.ts',
    'tools/contract/src/diff/**/*.ts',
    '!**/generated/**',
    '!**/*.test.ts',
    '!**/*.test-d.ts',
  ],
  // The tables of operations are compiled when a module loads: no single test covers that.
  ignoreStatic: false,
  // It would write into every file of the workspace.
  disableTypeChecks: false,
  reporters: ['clear-text', 'json', 'progress'],
  jsonReporter: { fileName: 'node_modules/.cache/mutants/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'node_modules/.cache/mutants/backup',
  concurrency: 2,
}
