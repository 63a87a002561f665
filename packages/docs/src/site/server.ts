/** The address of a service that a reader starts. The samples in the guides' files have it. */
export const LOCAL_SERVER = 'http://127.0.0.1:8080'

/**
 * Returns true for code that calls the API, which gets the base URL of the reader, and false for commands of an operator,
 * which concern the machine on which they run.
 */
export function isForCallers(code: string): boolean {
  return !/^trading-network|\/(health|ready)\b/m.test(code)
}
