import type { RouteShorthandOptions } from 'fastify'
import type { Deprecation, Operation } from '../parameters/contract.ts'
import { decoded } from '../parameters/percent-encoding.ts'

/**
 * Options of an operation's route that announce its deprecated parts: the headers `Deprecation` (RFC 9745) and `Sunset`
 * (RFC 8594) of a response to a request that uses one. No options, and no cost, if nothing is deprecated.
 */
export function announceDeprecation(operation: Operation): Pick<RouteShorthandOptions, 'onSend'> {
  const { deprecation, parameters } = operation
  const isAny = parameters.some(each => each.deprecation ?? each.deprecatedValues)
  if (deprecation === undefined && !isAny) return {}
  return {
    onSend: (request, reply, payload, next) => {
      const { text } = request.query as { text: string }
      const params = request.params as Record<string, string>
      // An error response is about the error alone.
      if (reply.statusCode < 400) reply.headers(headersOf(usedParts(operation, params, text)))
      next(null, payload)
    },
  }
}

/** Returns the deprecated parts that a request uses. A default value is no use. */
function usedParts(
  { deprecation, parameters }: Operation,
  path: Readonly<Record<string, string>>,
  query: string,
): Deprecation[] {
  const pairs = query.split('&').map(pair => pair.split('=', 2).map(text => decoded(text)))
  const used = parameters.flatMap(({ name, in: place, deprecation, deprecatedValues }) => {
    const values =
      place === 'path' ? [path[name]] : pairs.filter(([key]) => key === name).map(pair => pair[1])
    return values.length === 0 ? [] : [deprecation, ...values.map(value => deprecatedValues?.[value ?? ''])]
  })
  return [deprecation, ...used].filter(each => each !== undefined)
}

/** A client reads one date each, so it gets the earliest. */
function headersOf(parts: readonly Deprecation[]): Record<string, string> {
  const [since] = parts.map(part => part.since).sort()
  const [sunset] = parts.flatMap(part => part.sunset ?? []).sort()
  return {
    ...(since === undefined ? {} : { deprecation: `@${Date.parse(since) / 1000}` }),
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  }
}
