const warned = new Set<string>()

/**
 * Passes on one warning per process for each operation, if the headers of a response announce a deprecated part of the
 * request: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
 */
export const warnOfDeprecation = (
  operationId: string,
  response: Response | undefined,
  warn: (message: string) => void = console.warn,
) => {
  if (!response?.headers.has('deprecation') || warned.has(operationId)) return
  warned.add(operationId)
  warn(`${operationId}: deprecated, sunset ${response.headers.get('sunset') ?? 'unknown'}`)
}
