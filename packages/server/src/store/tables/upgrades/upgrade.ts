/**
 * A step from the previous format to this one. If it changes the JSON in rows, it must also rename the run of ingest,
 * which is part of every tag.
 */
export interface Upgrade {
  readonly to: number
  readonly sqlite: readonly string[]
  readonly postgres: readonly string[]
}
