import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HarFile } from '../../src/log/har.ts'
import { differences } from './drift.ts'
import { makeTraffic, ORIGIN } from './make-traffic.ts'
import { countableParts, KINDS, type Kind, note } from './parts.ts'

/**
 * `check:coverage`, a task of `pnpm test`: runs the check on a simulated network, and counts the parts of the contract that
 * its traffic shows. Fails on a difference, on a missing part that no exception explains, and on an exception without one.
 */
const EXCEPTIONS: readonly (readonly [kind: Kind, parts: RegExp, reason: string])[] = [
  ['statuses', / (500|default)$/, 'no request causes them'],
  ['response headers', / (500|default) /, 'no request causes these statuses'],
  ['response headers', / vary$/, 'this service admits every website'],
  ['response headers', / 429 x-contract-version$/, 'this service refuses before it routes the request'],
  ['values in responses', /UNSPECIFIED$/, 'the network writes none'],
  ['values in responses', /./, 'the simulated network does not reach every state, kind and error'],
]

/** Maximum number of faults that are named. */
const MAX_NAMED = 40

using folder = mkdtempDisposableSync(join(tmpdir(), 'traffic-'))
const file = join(folder.path, 'check.har')
const har = new HarFile(file, { name: 'coverage of the contract', version: '1' })
const parts = countableParts()
let exchanges = 0
const results = await makeTraffic(exchange => {
  exchanges += 1
  const moved = { ...exchange, url: ORIGIN + exchange.target }
  note(moved, parts)
  har.add(moved)
})
har.close()
const wrong = await differences(file, folder.path, parts)
const unused = new Set(EXCEPTIONS)
let excepted = 0
const missing: string[] = []
const counts = KINDS.map(kind => {
  const all = parts.all.get(kind)?.size ?? 0
  const absent = parts.missing(kind)
  const unexplained = absent.filter(part => {
    const exception = EXCEPTIONS.find(([of, pattern]) => of === kind && pattern.test(part))
    if (exception) unused.delete(exception)
    return !exception
  })
  excepted += absent.length - unexplained.length
  missing.push(...unexplained.map(part => `missing in ${kind}: ${part}`))
  return `${kind} ${all - absent.length}/${all}`
})
const faults = [
  ...missing,
  ...wrong.map(text => `differs: ${text}`),
  ...[...unused].map(([kind, , reason]) => `no missing part of ${kind} needs the exception: ${reason}`),
  ...results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ operation, check, outcome }) => `${outcome}: ${operation}, ${check}`),
]
const summary = `${excepted} excepted, ${missing.length} missing, ${wrong.length} differences in ${exchanges} exchanges`
console.log(`coverage of the contract: ${counts.join(', ')}; ${summary}`)
for (const fault of faults.slice(0, MAX_NAMED)) console.log(`  ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
