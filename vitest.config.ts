import { defineConfig } from 'vitest/config'

const SERVER_SUITE = 'packages/server/test/**/*.test.ts'
/** Of the server's suite, what is about files, commands or SQLite itself. */
const SQLITE_ONLY = [
  'balancer',
  'commands',
  'ending',
  'faults/served',
  'files',
  'operation',
  'overload',
  'plans',
  'sources',
  'workers',
].map(name => `packages/server/test/${name}.test.ts`)

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{spec,packages/*,tools/*}/{src,test,lint}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/server/test/postgres/**'],
          provide: { postgresUrl: undefined },
        },
      },
      {
        // The server's suite once more, on PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          include: [SERVER_SUITE],
          exclude: ['**/node_modules/**', ...SQLITE_ONLY],
          globalSetup: ['packages/server/test/postgres/setup.ts'],
        },
      },
    ],
  },
})
