/** The address of a service that a reader starts. The samples in the guides' files have it. */
export const LOCAL_SERVER = 'http://127.0.0.1:8080'

/**
 * Puts the base URL of a reader into code. Commands of an operator keep theirs: they concern the machine on which they
 * run.
 */
export function withBaseUrl(code: string, from: string, to: string): string {
  return isForCallers(code) ? code.replaceAll(from, to) : code
}

/** Returns true for code that calls the API, false for commands of an operator. */
export function isForCallers(code: string): boolean {
  return !/^trading-network|\/(health|ready)\b/m.test(code)
}
