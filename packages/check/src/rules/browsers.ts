import type { Exchange } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** A page may read these without being told (Fetch, 3.3.3), or has no use for them. */
const UNNEEDED = ['allow', 'vary', 'cache-control', 'x-content-type-options']

export const browsers: Rule = {
  demands:
    'The pages of a website may read every response with its headers, and may send those of a request.',
  contract: '/info/description',
  check: 'browsers',
  start: each(exchange => {
    const origin = exchange.sent.get('origin')
    if (origin === null) return []
    const { headers, status } = exchange
    const admitted = headers.get('access-control-allow-origin')
    const varies = listed(headers.get('vary')).includes('origin')
    // The service may admit some websites only: then it says that the response depends on the website.
    if (admitted === null && varies) return []
    if (admitted !== '*' && admitted !== origin)
      return [`Access-Control-Allow-Origin of a ${status} must be * or ${origin}, got ${admitted}`]
    if (admitted === origin && !varies) return [`Vary of a ${status} for one website must hold Origin`]
    return exchange.method === 'OPTIONS' ? preflightMismatch(exchange) : hiddenHeaders(exchange)
  }),
}

function hiddenHeaders({ request, status, headers }: Exchange): string[] {
  const exposed = listed(headers.get('access-control-expose-headers'))
  const { headers: declared = {} } = request.operation.responses[status] ?? {}
  const names = Object.keys(declared).map(name => name.toLowerCase())
  const hidden = names.filter(
    name => headers.has(name) && ![...exposed, ...UNNEEDED].includes(name) && !exposed.includes('*'),
  )
  return hidden.map(name => `Access-Control-Expose-Headers of a ${status} must hold ${name}`)
}

function preflightMismatch({ status, sent, headers }: Exchange): string[] {
  if (status < 200 || status > 299) return [`a preflight must get a status from 200 to 299, got ${status}`]
  const allowed = listed(headers.get('access-control-allow-headers'))
  const missing = listed(sent.get('access-control-request-headers')).filter(name => !allowed.includes(name))
  if (missing.length === 0 || allowed.includes('*')) return []
  return [`Access-Control-Allow-Headers must hold ${missing.join(', ')}`]
}

function listed(text: string | null): string[] {
  return (text ?? '').split(',').map(each => each.trim().toLowerCase())
}
