import { responseOf } from '../contract/operations.ts'
import { type Exchange, listed } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** A page may read these without being told (Fetch, 3.3.3), or has no use for them. */
const UNNEEDED = ['allow', 'vary', 'cache-control', 'x-content-type-options']

export const browsers: Rule = {
  demands:
    'The pages of a website may read every response with its headers, and may send those of a request.',
  contract: '/info/description',
  check: 'browsers',
  start: each(breaches),
}

function* breaches(exchange: Exchange): Generator<string> {
  const { headers, status, method } = exchange
  const origin = exchange.sent.get('origin')
  const admitted = headers.get('access-control-allow-origin')
  const varies = listed(headers.get('vary')).includes('origin')
  // The service may admit some websites only: then it says that the response depends on the website.
  if (origin === null || (admitted === null && varies)) return
  if (admitted !== '*' && admitted !== origin)
    return yield `Access-Control-Allow-Origin of a ${status} must be * or ${origin}, got ${admitted}`
  if (admitted === origin && !varies) yield `Vary of a ${status} for one website must hold Origin`
  // Browsers refuse it (Fetch, 3.3.5).
  if (admitted === '*' && headers.has('access-control-allow-credentials'))
    yield `a ${status} for every website must have no Access-Control-Allow-Credentials`
  yield* method === 'OPTIONS' ? preflightBreaches(exchange) : hiddenHeaders(exchange)
}

function* hiddenHeaders({ request, status, headers }: Exchange): Generator<string> {
  const exposed = [...listed(headers.get('access-control-expose-headers')), ...UNNEEDED]
  for (const name of Object.keys(responseOf(request.operation, status).headers ?? {}))
    if (headers.has(name) && !exposed.includes(name.toLowerCase()) && !exposed.includes('*'))
      yield `Access-Control-Expose-Headers of a ${status} must hold ${name.toLowerCase()}`
}

function* preflightBreaches({ status, sent, headers }: Exchange): Generator<string> {
  if (status < 200 || status > 299)
    return yield `a preflight must get a status from 200 to 299, got ${status}`
  const allowed = listed(headers.get('access-control-allow-headers'))
  const missing = listed(sent.get('access-control-request-headers')).filter(name => !allowed.includes(name))
  if (missing.length > 0 && !allowed.includes('*'))
    yield `Access-Control-Allow-Headers must hold ${missing.join(', ')}`
}
