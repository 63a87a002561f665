import type { Request } from '../contract/request.ts'

const START = 'Start a service in a clone of the kit with "npx -y pnpm start", or enter another base URL.'

/** The cause, in words, of a request without a response. Browsers hide it from pages, so this function tests for it. */
export async function failureOf(url: URL, page: Location, headers: [string, string][] = []): Promise<string> {
  const place = url.origin
  // Browsers allow http on the machine itself.
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (page.protocol === 'https:' && url.protocol === 'http:' && !isLoopback)
    return `The browser blocks this request: this page came over https, and ${place} is not https (mixed content). Use an https address, or the pages that the service itself serves.`
  try {
    new globalThis.Request(url, { headers })
  } catch (error) {
    return `The browser cannot send this request: ${(error as Error).message}`
  }
  // Without CORS a page may send a request, but not read its response.
  if (await fetch(url, { mode: 'no-cors' }).catch(() => undefined))
    return `Something answers at ${place}, but it does not allow other sites to read its responses (CORS): the header Access-Control-Allow-Origin is missing. Use the pages that the service itself serves, or allow CORS there.`
  return `Nothing answers at ${place}. ${START}`
}

/** A response that began, and did not end. */
export function unfinishedOf(url: URL): string {
  return `The response of ${url.origin} broke off. Send the request again; a smaller page takes less time.`
}

/** A sentence about a response that is not from this API; nothing for a response of this API. */
export function foreignOf(response: Response, body: string, { fields }: Request): string | undefined {
  // The reader sent If-None-Match. This status has no body.
  if (response.status === 304) return undefined
  const place = new URL(response.url).origin
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type'
  const json = objectIn(body)
  const expected = response.ok ? fields : ['code', 'message']
  if (json && expected.every(field => field in json)) return undefined
  const what =
    type === 'text/html'
      ? 'a web page (HTML)'
      : json
        ? 'other JSON'
        : /json/.test(type)
          ? 'broken JSON'
          : type
  return `Something answers at ${place}, but it is not this API: it sent ${what} with status ${response.status}. ${START}`
}

/** An error of the client in words: the server's own message, where there is one. */
export function errorOf(error: unknown): string {
  const { status, serverMessage } = error as { status?: number; serverMessage?: string }
  if (status !== undefined)
    return serverMessage === undefined ? `Status ${status}` : `${status}: ${serverMessage}`
  return error instanceof TypeError
    ? 'Nothing answers'
    : error instanceof Error
      ? error.message
      : 'Disconnected'
}

function objectIn(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
