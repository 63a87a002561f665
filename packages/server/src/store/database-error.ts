/** A database that cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/** A database that is unavailable now. Another one may be available, or this one later. */
export class Unavailable extends DatabaseError {
  override readonly name = 'Unavailable'
}

/** The load is too high for a request, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}
