/** Returns true for the URL of a PostgreSQL database. Anything else is the path of an SQLite file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/** Returns true if a URL has an `@` after its host: then a `/`, `?` or `#` of the password has ended the host. */
export function hasTornPassword(url: string): boolean {
  const { pathname, searchParams, hash } = new URL(url)
  return [pathname, hash, ...searchParams.keys()].some(part => part.includes('@'))
}

/**
 * Returns a database name, or a text with one, without the password, for messages. A password may contain the
 * characters that end one, so everything up to the last `@` of a word is hidden.
 */
export function redacted(text: string): string {
  return text
    .replace(/\S+/g, word => {
      const colon = word.indexOf(':', word.indexOf('://') + 3)
      const end = word.lastIndexOf('@')
      const hasPassword = word.includes('://') && colon !== -1 && colon < end
      return hasPassword ? `${word.slice(0, colon)}:***${word.slice(end)}` : word
    })
    .replace(/([?&](?:password|sslpassword)=)[^&\s]*/gi, '$1***')
}
