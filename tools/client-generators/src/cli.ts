import { readFileSync, writeFileSync } from 'node:fs'
import { generators } from './generators.ts'
import { withTable } from './table.ts'
import { guide, tryAll } from './try-all.ts'

/** Tries every generator and writes the table: `pnpm generators`. */
const rows = await tryAll(generators)
for (const [name, { results, reasons }] of rows) {
  process.stdout.write(
    `${name}: ${Object.entries(results)
      .map(entry => entry.join(' '))
      .join(', ')}\n`,
  )
  for (const [trial, reason] of Object.entries(reasons)) process.stdout.write(`  ${trial}: ${reason}\n`)
}
writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), generators, rows))
