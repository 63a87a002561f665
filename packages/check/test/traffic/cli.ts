import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HarFile } from '../../src/log/har.ts'
import { drift } from './drift.ts'
import { makeTraffic, ORIGIN } from './make-traffic.ts'

/**
 * `check:coverage`, a task of `pnpm test`: runs the check on a simulated network, and counts the parts of the contract that
 * its traffic shows. Fails on a difference, on a missing part that no exception explains, and on an exception without one.
 */
const EXCEPTIONS: readonly (readonly [parts: RegExp, reason: string])[] = [
  [/ (500|default)$/, 'no request causes them'],
  [/ 405$/, 'redocly does not know a method that the contract lacks'],
]

/** Maximum number of faults that are named. */
const MAX_NAMED = 40

using folder = mkdtempDisposableSync(join(tmpdir(), 'traffic-'))
const file = join(folder.path, 'check.har')
const har = new HarFile(file, { name: 'coverage of the contract', version: '1' })
let exchanges = 0
const results = await makeTraffic(exchange => {
  exchanges += 1
  har.add({ ...exchange, url: ORIGIN + exchange.target })
})
har.close()
const { seen, missing, differences } = await drift(file, folder.path)
const isExcepted = (part: string) => EXCEPTIONS.some(([parts]) => parts.test(part))
const faults = [
  ...missing.filter(part => !isExcepted(part)).map(part => `missing: ${part}`),
  ...differences.map(text => `differs: ${text}`),
  ...EXCEPTIONS.filter(([parts]) => !missing.some(part => parts.test(part))).map(
    ([, reason]) => `no missing part needs the exception: ${reason}`,
  ),
  ...results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ operation, check, outcome }) => `${outcome}: ${operation}, ${check}`),
]
const counts = `${seen.length} parts, ${missing.filter(isExcepted).length} excepted, ${faults.length} faults`
console.log(`coverage of the contract: ${counts} in ${exchanges} exchanges`)
for (const fault of faults.slice(0, MAX_NAMED)) console.log(`  ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
