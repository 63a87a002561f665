import type { Generator } from './generators.ts'
import type { Row } from './trials.ts'
import type { Tried } from './try-all.ts'

/** Failures that the table of generators does not explain, and remedies that are not needed any more; empty if none. */
export function problems({ remedy }: Generator, { byDefault, remedied }: Tried): string[] {
  const isTested = !notTested(byDefault)
  if (!remedy) return failures(byDefault)
  if (isTested && failures(byDefault).length === 0) return ['succeeds without its remedy']
  return remedied ? failures(remedied) : []
}

/** The reason why a generator was not tried, or only in part. */
export function notTested({ results, reasons }: Row): string | undefined {
  if (!Object.values(results).includes('not tested')) return undefined
  return Object.values(reasons).join('\n')
}

function failures({ results, reasons }: Row): string[] {
  return Object.entries(results)
    .filter(([, result]) => result === 'no')
    .map(([trial]) => `${trial}: no. ${reasons[trial as keyof typeof reasons] ?? ''}`)
}
