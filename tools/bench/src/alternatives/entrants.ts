import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operationOf } from '../lists/requests.ts'
import { Contender } from '../load/contender.ts'

/** A page of a party's accounts: newest or oldest first. Each entrant has its own path for it. */
export interface Question {
  readonly party: string
  readonly size: number
  readonly newestFirst: boolean
}

/** The same accounts for every entrant. */
export interface Places {
  /** Our SQLite file. */
  readonly sqlite: string
  /** URL of our PostgreSQL database, a copy of the file. */
  readonly postgres: string
  /** URL of a PostgreSQL database with a plain table. */
  readonly plain: string
  /** A JSON file with the plain rows. */
  readonly json: string
  /** Connections to PostgreSQL: as many as our service opens. */
  readonly connections: number
}

/** A server to compare. */
export interface Entrant {
  readonly title: string
  /** The PostgreSQL database that it uses, if any. */
  readonly database?: 'postgres' | 'plain'
  pathOf(question: Question): string
  start(places: Places): Promise<Contender>
}

export function contractPath({ party, size, newestFirst }: Question): string {
  const query = {
    'filter.partyIds': party,
    'pagination.first': String(size),
    'pagination.newestFirst': String(newestFirst),
  }
  return `${operationOf('listAccounts').path}?${new URLSearchParams(query)}`
}

/** Our service. The others are compared with the first. */
export const ours: readonly [Entrant, ...Entrant[]] = [
  {
    title: 'this service, SQLite',
    pathOf: contractPath,
    start: ({ sqlite }) => Contender.start({ serve: { database: sqlite } }),
  },
  {
    title: 'this service, PostgreSQL',
    database: 'postgres',
    pathOf: contractPath,
    start: ({ postgres }) => Contender.start({ serve: { database: postgres } }),
  },
]

/** The folder of the alternatives, with their packages and their own lockfile. */
export const WORKSPACE = fileURLToPath(new URL('../../alternatives/', import.meta.url))
const PROGRAM = 'serve.mjs'

/** The alternatives: one file each. They can be read without their packages, but not started. */
export async function alternativeEntrants(): Promise<Entrant[]> {
  const files = readdirSync(WORKSPACE).filter(name => name.endsWith('.mjs') && name !== PROGRAM)
  return Promise.all(
    files.map(async file => ({
      ...((await import(WORKSPACE + file)) as Omit<Entrant, 'start'>),
      start: (places: Places) => Contender.run(WORKSPACE + PROGRAM, [file.replace('.mjs', '')], places),
    })),
  )
}
