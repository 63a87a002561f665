/** A parameter's value as the form has it. */
export interface Entry {
  readonly name: string
  readonly place: 'path' | 'query'
  /** One text, or one per element of a list; empty ones are not sent. */
  readonly values: readonly string[]
}

/** The URL of a request: the path template filled in behind the base URL, which keeps a sub-path of its own. */
export function requestUrl(baseUrl: string, template: string, entries: readonly Entry[]): URL {
  let path = template
  const query = new URLSearchParams()
  for (const { name, place, values } of entries) {
    const sent = values.map(value => value.trim()).filter(value => value !== '')
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(sent[0] ?? ''))
    else for (const value of sent) query.append(name, value)
  }
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  url.search = query.toString()
  return url
}

/** The part of a base URL that may be stored: no user, password or query, which may be secret. */
export function withoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + pathname.replace(/\/+$/, '')
}

/** JSON laid out to be read; any other text as it came. Digits stay as they are sent: all long numbers are strings. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
