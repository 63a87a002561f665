/** A step that brings a database of the format before to this one; the JSON in its rows must stay as it is. */
export interface Upgrade {
  readonly to: number
  readonly sqlite: readonly string[]
  readonly postgres: readonly string[]
}
