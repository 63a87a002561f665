import { CONTRACT_VERSION, type Middleware } from '@trading-network/types'

/**
 * Middleware that warns once if the service follows an older major version of the contract than this client, by the header
 * `X-Contract-Version`. Fields may be missing from its responses then, and it may refuse parameters. It costs bytes only
 * when used.
 *
 * @param warn Gets the message; the console unless set.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', middleware: [warnOfOlderService()] })
 */
export const warnOfOlderService = (warn: (message: string) => void = console.warn): Middleware => {
  let isWarned = false
  return {
    onResponse({ response }) {
      const version = response.headers.get('x-contract-version')
      if (isWarned || !version || Number.parseInt(version, 10) >= Number.parseInt(CONTRACT_VERSION, 10))
        return
      isWarned = true
      warn(`the service follows the contract ${version}, this client ${CONTRACT_VERSION}`)
    },
  }
}
