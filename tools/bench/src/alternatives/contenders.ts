import { fileURLToPath } from 'node:url'
import { Contender } from '../contender.ts'
import { type Ask, askContract, askJsonServer, askPlatformatic, askPostgraphile } from './questions.ts'

/** The same accounts, in the places where the contenders read them. */
export interface Places {
  /** Our SQLite file. */
  readonly sqlite: string
  /** URL of our PostgreSQL database, copied from the file. */
  readonly postgres: string
  /** URL of a PostgreSQL database with a plain table. */
  readonly plain: string
  /** The plain rows as a JSON file. */
  readonly json: string
  /** The contract, bundled. */
  readonly contract: string
}

/** A server in the race. */
export interface Entrant {
  readonly title: string
  readonly ask: Ask
  /** The PostgreSQL database that it asks, if any. */
  readonly asks?: 'postgres' | 'plain'
  start(places: Places): Promise<Contender>
}

/** The service itself: the others are measured against the first of them. */
export const ours: readonly [Entrant, ...Entrant[]] = [
  {
    title: 'this service, SQLite',
    ask: askContract,
    start: ({ sqlite }) => Contender.start({ serve: { database: sqlite } }),
  },
  {
    title: 'this service, PostgreSQL',
    ask: askContract,
    asks: 'postgres',
    start: ({ postgres }) => Contender.start({ serve: { database: postgres } }),
  },
]

/** Where the programs of the others lie, with the packages that they need. */
export const workspace = fileURLToPath(new URL('../../alternatives/', import.meta.url))

const other = (title: string, program: string, ask: Ask, task: (places: Places) => object): Entrant => ({
  title,
  ask,
  start: places => Contender.run(`${workspace}${program}.mjs`, task(places)),
})

/** One that is given the plain table. */
const onPostgres = (title: string, program: string, ask: Ask): Entrant => ({
  ...other(title, program, ask, ({ plain }) => ({ database: plain })),
  asks: 'plain',
})

/** It answers the contract's example whatever is asked. */
export const mock = 'Prism, a mock without data'

/** What one would take instead, as it comes from npm, one process each. */
export const others: readonly Entrant[] = [
  onPostgres('Platformatic sql-openapi, PostgreSQL', 'platformatic', askPlatformatic),
  onPostgres('PostGraphile, PostgreSQL', 'postgraphile', askPostgraphile),
  other(mock, 'prism', askContract, ({ contract }) => ({ contract })),
  other('json-server, rows in memory', 'json-server', askJsonServer, ({ json }) => ({ file: json })),
]
