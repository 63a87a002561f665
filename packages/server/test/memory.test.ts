import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { simulate } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { startCommand } from './command.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

/** Names in the database. In memory they would take some 20 MB. */
const NAMES = 100_000
/** Limit of the memory of JavaScript; megabytes. A command on an empty database takes some 15. */
const HEAP = 22

const { folder } = scratchFolder()
const lines = [...simulate({ seed: 3, blocks: 40, scale: 1 })]
const end = lines.findIndex(line => line.includes('"endBlock":{"height":"20"')) + 1

it('every command on a database takes the same memory for one of any size', async () => {
  const file = join(folder, 'network.sqlite')
  await ingestInto(file, lines.slice(0, end))
  const database = new DatabaseSync(file)
  database.exec(`INSERT INTO names (text)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${NAMES}) SELECT printf('%064x', i) FROM n`)
  database.exec(
    `INSERT INTO referee_latest SELECT id, 1, '1', '1' FROM names WHERE true ON CONFLICT DO NOTHING`,
  )
  database.close()
  writeFileSync(join(folder, 'events.ndjson'), `${lines.join('\n')}\n`)
  for (const command of [
    'snapshot -d network.sqlite -o copy.sqlite',
    'verify -d network.sqlite --against copy.sqlite',
    'restore -s copy.sqlite -d restored.sqlite',
    'upgrade -d restored.sqlite',
    'ingest events.ndjson -d restored.sqlite',
  ]) {
    const node = [`--max-old-space-size=${HEAP}`]
    const { code, stderr } = await startCommand(command.split(' '), folder, { node }).ended()
    expect([command, code], stderr).toEqual([command, 0])
  }
})
