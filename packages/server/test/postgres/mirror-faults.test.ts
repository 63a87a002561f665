import { copyFileSync } from 'node:fs'
import { simulate } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { contents } from '../contents.ts'
import { newPlace } from '../database.ts'
import { promised } from '../faults/guide.ts'
import { ingestInto, sourceOf } from '../running.ts'
import { run } from './database.ts'
import { Link } from './link.ts'
import { fileOf, openMirrored } from './mirrored.ts'

const lines = [...simulate({ seed: 11, blocks: 30, scale: 1 })]
const half = lines.slice(0, lines.findIndex(line => line.includes('"endBlock":{"height":"15"')) + 1)

/** Brings a fault to a database. Returns the URL for the mirror, and what mends it. */
type Bring = (url: string) => Promise<{ url?: string; mend: () => unknown }>

/** Makes the server fail every change of an account with this code. */
const failing =
  (code: string, message: string): Bring =>
  async url => {
    await run(
      url,
      `CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$;
       CREATE TRIGGER fails BEFORE INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION fails()`,
    )
    return { mend: () => run(url, 'DROP TRIGGER fails ON accounts; DROP FUNCTION fails()') }
  }

const besides = (url: string, sql: string) =>
  run(new URL('/postgres', url).href, sql.replace('THIS', new URL(url).pathname.slice(1)))

const FAULTS: Readonly<Record<string, Bring>> = {
  async 'PostgreSQL is away'(url) {
    const link = await Link.open(url)
    link.isDown = true
    return { url: link.urlOf(url), mend: () => Object.assign(link, { isDown: false }) }
  },
  async 'another process writes to the mirror'(url) {
    const copy = `${fileOf(url)}.copy`
    copyFileSync(fileOf(url), copy)
    const other = openMirrored(copy, url)
    await expect.poll(() => other.mirror.height).toBe(15n)
    return { mend: () => other.close() }
  },
  async 'the mirror is read-only, such as a standby'(url) {
    await besides(url, 'ALTER DATABASE THIS SET default_transaction_read_only = on')
    return { mend: () => besides(url, 'ALTER DATABASE THIS RESET default_transaction_read_only') }
  },
  async 'the user of the mirror lacks a permission'(url) {
    const role = `only_reads_${process.pid}`
    await run(url, `CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
    const own = new URL(url)
    own.username = role
    return { url: own.href, mend: () => run(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`) }
  },
  async 'a pooler is in between'(url) {
    const link = await Link.open(url)
    link.refusesSettings = true
    return { url: link.urlOf(url), mend: () => undefined }
  },
  'the disk of PostgreSQL is full': failing('53100', 'could not extend file: No space left on device'),
  'files of PostgreSQL are damaged': failing('XX001', 'invalid page in block 7 of relation "accounts"'),
}

it.each(Object.entries(FAULTS))(
  '%s: the guide says what is seen, the file has all blocks, and the mirror gets them after a fix',
  async (name, bring) => {
    const url = await newPlace()
    await ingestInto(url, half)
    const { url: broken = url, mend } = await bring(url)
    const both = openMirrored(fileOf(url), broken)
    const seen: string[] = []
    await both.mirror.check().catch((error: Error) => void seen.push(`error: ${error.message}`))
    await both.store(sourceOf(lines))
    const words = promised(name)
    const told = () => [...seen, ...both.notices.map(text => `warning: ${text}`)]
    await expect.poll(() => words.every(word => told().some(text => word.test(text)))).toBe(true)
    await mend()
    // It throws what has stopped the mirror.
    await both.close().catch(() => undefined)
    await ingestInto(url, lines)
    expect(await contents(url)).toEqual(await contents(fileOf(url)))
  },
)
