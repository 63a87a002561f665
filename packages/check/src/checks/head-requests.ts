import type { Inspection } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'

/** Headers that depend on the request and the block only. */
const STABLE = [
  ...['content-type', 'etag', 'cache-control', 'allow', 'x-block-height', 'x-block-timestamp'],
  ...['x-chain-id', 'x-block-hash', 'x-first-block', 'x-history-since'],
]

/** HEAD gets the status and the headers of GET, without a body. */
export async function headRequests(inspection: Inspection): Promise<void> {
  const { required } = inspection
  for (const details of [{}, { query: 'noSuchParameter=1' }, { pathSuffix: '/no-such-path' }]) {
    await inspection.whileMoving(async () => {
      const get = await inspection.ask(required, details)
      const head = await inspection.ask(required, { ...details, method: 'HEAD' })
      const message = difference(get, head)
      if (message === undefined) return undefined
      const hasMoved = async () => difference(get, await inspection.ask(required, details)) !== undefined
      return { message, exchange: head, hasMoved }
    })
  }
}

function difference(get: Exchange, head: Exchange): string | undefined {
  if (head.status !== get.status) return `HEAD must get ${get.status} like GET, got ${head.status}`
  const name = STABLE.find(header => head.headers.get(header) !== get.headers.get(header))
  if (name === undefined) return undefined
  return `HEAD must get ${name}: ${get.headers.get(name)} like GET, got ${head.headers.get(name)}`
}
