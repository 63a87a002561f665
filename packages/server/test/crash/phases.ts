/** What a run of `ingest` tells of itself (marks.ts). */
export const marks = { open: 'o', begin: 'b', commit: 'c', committed: 'd', close: 'e' } as const

export type Mark = (typeof marks)[keyof typeof marks]

/** Where in its life a run was when it was killed. */
export type Phase =
  | 'starting'
  | 'opening'
  | 'making the tables'
  | 'between batches'
  | 'within a batch'
  | 'committing'
  | 'closing'

/** Phases in which a batch is under way that the next run has to begin again. */
export const MIDDLE: readonly Phase[] = ['within a batch', 'committing']

/** The phase after these marks. The first transaction of a run makes the tables, or finds them made. */
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
