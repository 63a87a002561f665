import {
  chmodSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isRootWith } from '@trading-network/test/root-rights'
import { ingest } from '../../src/ingest/ingest.ts'
import { openWriter } from '../../src/ingest/open-writer.ts'
import { sourceOf } from '../running.ts'
import type { Fault, Scene } from './fault.ts'

const FULL = fileURLToPath(new URL('./small-disk.ts', import.meta.url))
/** Root can write everything, unless it drops that right. */
const asOrdinaryUser = isRootWith('DAC_OVERRIDE') ? ['setpriv', '--bounding-set=-all'] : []

const events = ({ file, blocks }: Scene) => file('events.ndjson', blocks)

/** Faults of an SQLite file, its folder or its disk. */
export const sqliteFaults: readonly Fault[] = [
  {
    name: 'the disk is full',
    bring: scene => ({ events: events(scene), node: ['--import', FULL] }),
  },
  {
    name: 'the disk fails',
    // A limit on file sizes fails a write like a bad disk.
    bring: scene => ({
      events: events(scene),
      within: [
        'sh',
        '-c',
        `ulimit -f ${Math.ceil(readFileSync(scene.database).length / 512)}; exec "$@"`,
        'sh',
      ],
    }),
  },
  {
    name: 'the database is read-only',
    bring(scene) {
      chmodSync(scene.database, 0o444)
      return {
        events: events(scene),
        within: asOrdinaryUser,
        mend: () => chmodSync(scene.database, 0o644),
      }
    },
  },
  {
    name: 'its folder does not exist',
    bring(scene) {
      const folder = dirname(scene.database)
      renameSync(folder, `${folder}.away`)
      return { events: events(scene), mend: () => renameSync(`${folder}.away`, folder) }
    },
  },
  {
    name: 'its folder is read-only',
    bring(scene) {
      const folder = dirname(scene.database)
      chmodSync(folder, 0o555)
      return { events: events(scene), within: asOrdinaryUser, mend: () => chmodSync(folder, 0o755) }
    },
  },
  damaged('the file is not an SQLite file', path => write(path, 0, 100)),
  // All pages except the first ones, so that any insert reaches a damaged page.
  damaged('pages of the file are damaged', path => write(path, 20 * 4096, readFileSync(path).length)),
  damaged(
    'pages of the file are damaged',
    path => truncateSync(path, readFileSync(path).length >> 1),
    'cut off',
  ),
  {
    name: 'its log is damaged',
    async bring(scene) {
      const { database, blocks } = scene
      const log = `${database}-wal`
      const writer = await openWriter(database)
      await ingest(sourceOf(blocks.slice(0, 50).flat()), writer, { batchEvents: 1 })
      // The files after the death of a writer: the last blocks are only in the log.
      const left = [database, log].map(path => [path, readFileSync(path)] as const)
      await writer.close()
      for (const [path, bytes] of left)
        writeFileSync(path, path === log ? bytes.fill(0xa5, bytes.length >> 1) : bytes)
      return { events: events(scene) }
    },
  },
  {
    name: 'another process writes to the database',
    variant: 'and does not end',
    bring(scene) {
      const other = new DatabaseSync(scene.database)
      other.exec('BEGIN IMMEDIATE')
      // Not in the process of the test, which is the other one.
      return { events: events(scene), within: [], mend: () => other.close() }
    },
  },
  {
    name: 'another process writes to the database',
    variant: 'and stores nothing now',
    async bring(scene) {
      const other = await openWriter(scene.database)
      return { events: events(scene), within: [], mend: () => other.close() }
    },
  },
]

/** Damage that only a backup repairs. Programs must leave the file unchanged. */
function damaged(name: string, damage: (path: string) => void, variant?: string): Fault {
  return {
    name,
    ...(variant !== undefined && { variant }),
    bring(scene) {
      const { database } = scene
      copyFileSync(database, `${database}.backup`)
      damage(database)
      const left = readFileSync(database)
      return {
        events: events(scene),
        mend() {
          if (!readFileSync(database).equals(left)) throw new Error('the damaged file was written to')
          for (const file of [`${database}-wal`, `${database}-shm`]) rmSync(file, { force: true })
          copyFileSync(`${database}.backup`, database)
        },
      }
    },
  }
}

/** Overwrites bytes with garbage. */
function write(path: string, at: number, length: number): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, at, Math.min(at + length, bytes.length)))
}
