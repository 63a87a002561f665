import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the temporary folder of a run of tests, which is removed after it. A run that left something there fails. A test
 * that takes a path for a pattern, a word of a command line or a URL fails in a folder with this name.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kit (1) ü '))
  // PostgreSQL, which does not run as root, has its files in there.
  chmodSync(folder, 0o755)
  process.once('exit', () => {
    const left = readdirSync(folder)
    rmSync(folder, { recursive: true, force: true })
    // Files whose tests are all filtered out are loaded, and their hooks do not run.
    const isFiltered = process.argv.some(word => /^(-t|--testNamePattern)/.test(word))
    if (left.length === 0 || isFiltered) return
    process.stderr.write(`FAILED tests left these in the temporary folder: ${left.join(', ')}\n`)
    process.exitCode ||= 1
  })
  return folder
}
