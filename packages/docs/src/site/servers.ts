/** A service that the samples and the form can use. */
export interface Server {
  readonly name: string
  /** Base URL, without a slash at its end. */
  readonly url: string
}

/** The address of a service that a reader starts. The samples in the guides' files have it. */
export const LOCAL_SERVER = 'http://127.0.0.1:8080'

/**
 * Reads `DOCS_SERVER`: one base URL, or several with names, such as
 * `Mainnet=https://api.example, Testnet=https://test.example`.
 *
 * @throws Error for a text that is not a base URL
 */
export function serversIn(text: string): Server[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const [, name, address = ''] = /^(?:([^=:]+)=)?(.*)$/.exec(part) ?? []
      if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
        throw new Error(`DOCS_SERVER: "${part}" is not a base URL, such as https://api.example`)
      const url = address.trim().replace(/\/+$/, '')
      return { name: name?.trim() ?? new URL(url).host, url }
    })
}

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
