import { fieldsIn } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'

/** The path of a parameter's name in the body of a 400. */
const VIOLATED = 'details[].fieldViolations[].field'

/** A request that must get a status gets it, and a 400 names the parameters that are wrong. */
export function unexpected(exchange: Exchange): string | undefined {
  const { expects } = exchange.request
  if (!expects) return undefined
  const { what, status, names } = expects
  if (names) {
    const wrong = refusalMismatch(names, exchange)
    return wrong && `${what}: ${wrong}`
  }
  return exchange.status === status ? undefined : `${what} must get ${status}, got ${exchange.status}`
}

/** The problem of a response that must be a 400 with these parameter names. */
export function refusalMismatch(names: readonly string[], exchange: Exchange): string | undefined {
  if (exchange.status !== 400)
    return `must be refused with 400 for ${names.join(' and ')}, got ${exchange.status}`
  const fields = fieldsIn(exchange.body ?? null)
  const named = fields.filter(([path]) => path === VIOLATED).map(([, name]) => name)
  const missing = names.filter(name => !named.includes(name))
  if (missing.length === 0) return undefined
  return `the 400 must name ${missing.join(' and ')}, but names ${named.join(', ') || 'nothing'}`
}
