/** Names for a walk forwards: page size, cursor parameter, and the fields of `pageInfo` with the cursor and its end. */
export const forwards = ['pagination.first', 'pagination.after', 'endCursor', 'hasNextPage'] as const

/** The same for a walk backwards. */
export const backwards = ['pagination.last', 'pagination.before', 'startCursor', 'hasPreviousPage'] as const
