import { FORMAT } from '../schema.ts'
import { toFormat7 } from './to-7.ts'
import type { Upgrade } from './upgrade.ts'

/**
 * Forward only, in rising order. A format without a step needs a new ingest of the events, like those before 6, the
 * format of the first release.
 */
export const upgrades: readonly Upgrade[] = [toFormat7]

/**
 * Returns the steps from a database's format to this version's.
 *
 * @throws Error with advice when no steps lead there
 */
export function stepsFrom(format: number, known: readonly Upgrade[] = upgrades, target = FORMAT): Upgrade[] {
  if (format > target) {
    throw new Error(
      `it has format ${format}, which a newer version made; this version knows formats up to ${target}`,
    )
  }
  const steps = known.filter(({ to }) => to > format && to <= target)
  if (steps.length === target - format) return steps
  throw new Error(
    `it has format ${format}, this version needs format ${target}; ingest the events into a new database`,
  )
}

/** Refuses any format except this version's, since a reader cannot run the steps. */
export function requireCurrent(format: number, known: readonly Upgrade[] = upgrades, target = FORMAT): void {
  if (stepsFrom(format, known, target).length === 0) return
  throw new Error(
    `it has format ${format}; the next \`trading-network ingest\` into it brings format ${target}`,
  )
}
