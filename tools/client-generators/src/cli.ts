import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generators } from './generators.ts'
import { startService } from './service.ts'
import { guide, withTable } from './table.ts'
import { contracts, notTested, problems, tryAll } from './try-all.ts'
import { tryViewers } from './viewers.ts'

/** Tries every generator, or those with this text in their names, and writes the table: `pnpm generators [text]`. */
const [text = ''] = process.argv.slice(2)
const chosen = generators.filter(({ name }) => name.includes(text))
const tried = await tryAll(chosen, ({ name }, row) => {
  const reason = notTested(row)
  const found = problems(row)
  const verdict = reason ? `NOT TESTED: ${reason}` : found.join('\n  ') || 'as expected'
  process.stdout.write(`${name}: ${verdict}\n`)
  if (found.length > 0) process.exitCode = 1
})
writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), generators, tried))
if (text === '' || text === 'viewers') {
  const folder = mkdtempSync(join(tmpdir(), 'viewers-'))
  const service = await startService(folder)
  try {
    for (const [viewer, statuses] of Object.entries(await tryViewers(service.url, contracts[0]!, folder))) {
      process.stdout.write(`${viewer}: ${statuses.join(', ')}\n`)
      if (statuses.length !== 9 || statuses.some(status => status !== '200')) process.exitCode = 1
    }
  } finally {
    await service.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
