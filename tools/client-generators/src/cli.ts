import { readFileSync, writeFileSync } from 'node:fs'
import { generators } from './generators.ts'
import { notTested, problems } from './problems.ts'
import { guide, withTable } from './table.ts'
import { tryAll } from './try-all.ts'

/** Tries every generator and writes the table: `pnpm generators`. */
const tried = await tryAll(generators, (generator, results) => {
  const reason = notTested(results.byDefault)
  const found = problems(generator, results)
  const verdict = reason ? `NOT TESTED: ${reason}` : found.join('\n  ') || 'as expected'
  process.stdout.write(`${generator.name}: ${verdict}\n`)
  if (found.length > 0) process.exitCode = 1
})
writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), generators, tried))
