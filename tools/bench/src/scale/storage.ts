import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '@trading-network/server'
import { type Filling, fillDatabase } from '../fill/fill.ts'
import { megabytes } from '../table.ts'

/** Maximum space of an order and of the records that come with it, with the log while it is written; bytes. */
const BYTES_PER_ORDER = 2500

/** Few commits, each with many events, since nobody reads meanwhile. */
const BATCHES = { batchEvents: 150_000, batchTime: 60_000 }

/** A filled database. The figures may be those of an earlier run. */
export interface Filled {
  readonly orders: number
  /** Path of an SQLite file, or URL of a PostgreSQL database. */
  readonly database: string
  readonly filling: Filling
}

/**
 * Fills SQLite databases of these sizes in a folder. A file of an earlier run is used again, or completed.
 *
 * @throws Error when there is not enough space
 */
export async function fillFolder(folder: string, sizes: readonly number[]): Promise<Filled[]> {
  mkdirSync(folder, { recursive: true })
  const pathsOf = (orders: number) => ({
    orders,
    database: join(folder, `orders-${orders}.sqlite`),
    // Written last: a database without it is incomplete.
    figures: join(folder, `orders-${orders}.json`),
  })
  const all = sizes.map(pathsOf)
  const missing = all.filter(({ figures }) => !existsSync(figures))
  requireSpace(
    folder,
    missing.reduce((sum, { orders }) => sum + orders * BYTES_PER_ORDER, 0),
  )
  const filled: Filled[] = []
  for (const { orders, database, figures } of all) {
    if (existsSync(figures)) {
      // Opening it for writing upgrades the file of an older version.
      await (await openWriter(database)).close()
    } else {
      const filling = await fillDatabase(database, { orders, dense: true, ...BATCHES })
      writeFileSync(figures, JSON.stringify(filling))
    }
    filled.push({ orders, database, filling: JSON.parse(readFileSync(figures, 'utf8')) as Filling })
  }
  return filled
}

function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new Error(
    `the databases need ${megabytes(bytes)}, but ${folder} has ${megabytes(free)}; use another --directory or a smaller --scale`,
  )
}
