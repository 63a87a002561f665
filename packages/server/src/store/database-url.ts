/** Returns true for the URL of a PostgreSQL database. Anything else is the path of an SQLite file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/** Returns a database name, or a text with one, without the password, for messages. */
export function redacted(text: string): string {
  return text
    .replace(/(\b[\w+]+:\/\/[^:@/?\s]*):[^/?\s]*@/g, '$1:***@')
    .replace(/([?&](?:password|sslpassword)=)[^&\s]*/gi, '$1***')
}
