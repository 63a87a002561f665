/** Whether a `--database` names a PostgreSQL database; anything else is the path of an SQLite file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/** The database as a message may name it: without the password. */
export function redacted(database: string): string {
  return database
    .replace(/^([\w+]+:\/\/[^:@/?]*):[^/?]*@/, '$1:***@')
    .replace(/([?&](?:password|sslpassword)=)[^&]*/gi, '$1***')
}
