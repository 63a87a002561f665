/** A parameter of a request, with its values as a form or an example has them. */
export interface Entry {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  /** How TypeScript writes a value. */
  readonly kind: 'text' | 'number' | 'boolean'
  readonly isList: boolean
  /** One text, or one per element of a list. Empty ones are not sent. */
  readonly values: readonly string[]
}

/** A request of an operation. */
export interface Request {
  readonly operationId: string
  /** The path with its placeholders, such as `/api/v2/order/{orderId}`. */
  readonly path: string
  /** The fields of the response; `page` is the one with the records. */
  readonly fields: readonly string[]
  readonly page?: string | undefined
  readonly entries: readonly Entry[]
}

/** The entries with a value, without the spaces around it. */
export function sent(entries: readonly Entry[]): Entry[] {
  return entries
    .map(entry => ({
      ...entry,
      values: entry.values.map(value => value.trim()).filter(value => value !== ''),
    }))
    .filter(({ values }) => values.length > 0)
}

/** The address of an operation behind a base URL, without its query. */
export function addressOf(baseUrl: string, { path, entries }: Pick<Request, 'path' | 'entries'>): string {
  const values = new Map(sent(entries).map(({ name, values }) => [name, values[0] ?? '']))
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  return withoutApiPath(baseUrl) + filled
}

/** The URL of a request. */
export function requestUrl(baseUrl: string, request: Pick<Request, 'path' | 'entries'>): URL {
  const url = new URL(addressOf(baseUrl, request))
  for (const [name, value] of pairsOf(request, 'query')) url.searchParams.append(name, value)
  return url
}

/** The entries of one place as pairs of name and value, one pair for each value of a list. */
export function pairsOf({ entries }: Pick<Request, 'entries'>, wanted: Entry['place']): [string, string][] {
  return sent(entries)
    .filter(({ place }) => place === wanted)
    .flatMap(({ name, values }) => values.map((value): [string, string] => [name, value]))
}

/** True for a request whose response may be a 304 without a body. */
export function isConditional(request: Pick<Request, 'entries'>): boolean {
  return pairsOf(request, 'header').some(([name]) => name.toLowerCase() === 'if-none-match')
}

/** A base URL as people type it, such as `localhost:8080`: with http, without query and the path of the API. */
export function withoutApiPath(baseUrl: string): string {
  return baseUrl
    .trim()
    .replace(/^(?!https?:|$)/i, 'http://')
    .replace(/[?#].*$/, '')
    .replace(/\/api\/v2(\/.*)?$/, '')
    .replace(/\/+$/, '')
}

/** The part of a base URL that may be stored: no user, password or query, which may be secret. */
export function withoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(withoutApiPath(baseUrl))
  return origin + pathname.replace(/\/+$/, '')
}

/** A text as JavaScript and Python write it. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
