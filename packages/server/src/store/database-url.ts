/** Whether a `--database` names a PostgreSQL database; anything else is the path of an SQLite file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/** A database, or a text that names one, as a message may have it: without the password. */
export function redacted(text: string): string {
  return text
    .replace(/(\b[\w+]+:\/\/[^:@/?\s]*):[^/?\s]*@/g, '$1:***@')
    .replace(/([?&](?:password|sslpassword)=)[^&\s]*/gi, '$1***')
}
