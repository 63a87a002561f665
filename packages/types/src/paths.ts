import type { paths as Branded } from './generated/schema.ts'

/**
 * The contract in the form of openapi-typescript, for openapi-fetch and the libraries on top of it.
 *
 * 64-bit integers, amounts and timestamps are plain digits here: openapi-fetch would take the types with a name, such as
 * `Amount`, for objects. An enum that may grow is its names or any text. The helpers for numbers and timestamps take plain
 * digits.
 */
export type paths = { [Path in keyof Branded]: Plain<Branded[Path]> }

/** A type whose named digits are plain digits, and open enums plain text, at any depth. */
type Plain<T> = T extends `${bigint}`
  ? `${bigint}`
  : T extends string
    ? string extends T
      ? string
      : T
    : T extends object
      ? { [Field in keyof T]: Plain<T[Field]> }
      : T
