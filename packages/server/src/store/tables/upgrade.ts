/** A step from the previous format to this one. It must not change the JSON in the rows. */
export interface Upgrade {
  readonly to: number
  readonly sqlite: readonly string[]
  readonly postgres: readonly string[]
}
