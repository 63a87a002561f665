import { appendFileSync } from 'node:fs'
import { tables } from '../../src/projections/tables.ts'
import { PostgresWriter } from '../../src/store/postgres/writer.ts'
import type { Command } from '../command.ts'
import { run } from '../postgres/database.ts'
import { startPooler } from '../postgres/pooler.ts'
import { type Fault, type Scene, untilStored } from './fault.ts'

const events = ({ file, blocks }: Scene) => file('events.ndjson', blocks)
const nameOf = (database: string) => new URL(database).pathname.slice(1)
/** The server's own database, from which another one can be changed. */
const besides = (database: string) => new URL('/postgres', database).href

/** Faults of a PostgreSQL database or its network. */
export const postgresFaults: readonly Fault[] = [
  {
    name: 'another process writes to the database',
    async bring(scene) {
      const other = await PostgresWriter.open(scene.database, tables)
      return { events: events(scene), mend: () => other.close() }
    },
  },
  {
    name: 'the database is read-only',
    variant: 'as a standby',
    async bring(scene) {
      const alter = `ALTER DATABASE ${nameOf(scene.database)}`
      await run(besides(scene.database), `${alter} SET default_transaction_read_only = on`)
      const mend = () => run(besides(scene.database), `${alter} RESET default_transaction_read_only`)
      return { events: events(scene), mend }
    },
  },
  {
    name: 'its user lacks a permission',
    async bring(scene) {
      const role = `only_reads_${process.pid}`
      await run(
        scene.database,
        `CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
      )
      const url = new URL(scene.database)
      url.username = role
      const mend = () => run(scene.database, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
      return { events: events(scene), options: ['--database', url.href], mend }
    },
  },
  {
    name: 'the server is down',
    bring(scene) {
      const url = new URL(scene.database)
      // Nothing listens on the port that is reserved for the discard protocol.
      url.port = '9'
      return { events: events(scene), options: ['--database', url.href] }
    },
  },
  {
    name: 'a pooler is in between',
    async bring(scene) {
      const pooler = await startPooler(scene.database, { connections: 1, ignoreOptions: false })
      return { events: events(scene), options: ['--database', pooler.url], mend: () => pooler.close() }
    },
  },
  {
    name: "the server's disk is full",
    async bring(scene) {
      const mended = await failing(scene, '53100', 'could not extend file: No space left on device')
      // The ingest reports it, and waits.
      const meanwhile = async (command: Command) => {
        await command.logs(/trying again/)
        await mended()
      }
      return { events: events(scene), meanwhile }
    },
  },
  {
    name: 'files of the server are damaged',
    async bring(scene) {
      const mend = await failing(scene, 'XX001', 'invalid page in block 7 of relation "accounts"')
      return { events: events(scene), mend }
    },
  },
  {
    name: 'the connection breaks',
    async bring(scene) {
      const { database, blocks, stored, file } = scene
      const path = file('events.ndjson', blocks.slice(0, stored + 1))
      const meanwhile = async (command: Command) => {
        await untilStored(database, stored + 1)
        await run(
          besides(database),
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameOf(database)}'`,
        )
        appendFileSync(
          path,
          `${blocks
            .slice(stored + 1)
            .flat()
            .join('\n')}\n`,
        )
        await untilStored(database, blocks.length)
        await command.interrupt()
      }
      return { events: path, options: ['--follow'], meanwhile }
    },
  },
]

/** Makes the server fail every change of an account with this code. Returns a function that ends this. */
async function failing({ database }: Scene, code: string, message: string): Promise<() => Promise<void>> {
  await run(
    database,
    `CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER fails BEFORE INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION fails()`,
  )
  return () => run(database, 'DROP TRIGGER fails ON accounts; DROP FUNCTION fails()')
}
