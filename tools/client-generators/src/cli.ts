import { readFileSync, writeFileSync } from 'node:fs'
import { generators } from './generators.ts'
import { guide, withTable } from './table.ts'
import { notTested, problems, tryAll } from './try-all.ts'

/** Tries every generator, or those with this text in their names, and writes the table: `pnpm generators [text]`. */
const chosen = generators.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const tried = await tryAll(chosen, (generator, results) => {
  const reason = notTested(results.byDefault)
  const found = problems(generator, results)
  const verdict = reason ? `NOT TESTED: ${reason}` : found.join('\n  ') || 'as expected'
  process.stdout.write(`${generator.name}: ${verdict}\n`)
  if (found.length > 0) process.exitCode = 1
})
writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), generators, tried))
