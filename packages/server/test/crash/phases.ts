/** The reports of a run of `ingest` (marks.ts). */
export const marks = { open: 'o', begin: 'b', commit: 'c', committed: 'd', close: 'e' } as const

export type Mark = (typeof marks)[keyof typeof marks]

/** The phase of a run at its kill. */
export type Phase =
  | 'starting'
  | 'opening'
  | 'making the tables'
  | 'between batches'
  | 'within a batch'
  | 'committing'
  | 'closing'

/** Phases with an unfinished batch, which the next run has to restart. */
export const MIDDLE: readonly Phase[] = ['within a batch', 'committing']

/** Returns the phase after these marks. The first transaction of a run creates the tables, or finds them. */
export function phaseAfter(told: string): Phase {
  if (told === '') return 'starting'
  const batch = told.includes(marks.committed)
  switch (told.at(-1)) {
    case marks.open:
      return 'opening'
    case marks.begin:
      return batch ? 'within a batch' : 'making the tables'
    case marks.commit:
      return batch ? 'committing' : 'making the tables'
    case marks.committed:
      return 'between batches'
    default:
      return 'closing'
  }
}
