/**
 * protojson omits fields with default values. JSON.stringify omits undefined. So a message is an object literal in
 * which these functions turn defaults into undefined.
 */

/** A 64-bit integer field: decimal text, absent when zero. */
export function int64(value: number | bigint | undefined): string | undefined {
  return value ? String(value) : undefined
}

/** A boolean field: absent when false. */
export function flag(value: boolean): true | undefined {
  return value || undefined
}

/** A text field: absent when empty. */
export function text(value: string): string | undefined {
  return value || undefined
}

/** A repeated field: absent when it has no elements. */
export function repeated<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined
}
