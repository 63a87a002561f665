import type { Inspection } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'

const MAX_ATTEMPTS = 5
/** Headers that depend on the request and the block only. */
const STABLE = ['content-type', 'etag', 'x-block-height', 'x-block-timestamp', 'cache-control', 'allow']

/** HEAD gets the status and the headers of GET, without a body. */
export const headRequests: Check = {
  name: 'HEAD requests',
  operations: 'all',
  async run(inspection) {
    for (const details of [{}, { query: 'noSuchParameter=1' }, { beyond: '/no-such-path' }]) {
      await compareHead(inspection, details)
    }
  },
}

async function compareHead(inspection: Inspection, details: { query?: string; beyond?: string }) {
  const { required } = inspection
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const get = await inspection.ask(required, details)
    const head = await inspection.ask(required, { ...details, method: 'HEAD' })
    const wrong = difference(get, head)
    if (wrong === undefined) return
    const again = await inspection.ask(required, details)
    if (difference(get, again) === undefined) return inspection.problem(wrong, head)
  }
  inspection.notCovered('the network made a block each time')
}

function difference(get: Exchange, head: Exchange): string | undefined {
  if (head.status !== get.status) return `HEAD must get ${get.status} like GET, got ${head.status}`
  const name = STABLE.find(header => head.headers.get(header) !== get.headers.get(header))
  if (name === undefined) return undefined
  return `HEAD must get ${name}: ${get.headers.get(name)} like GET, got ${head.headers.get(name)}`
}
