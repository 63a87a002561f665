import { inTurn } from '../interleaved.ts'

/**
 * Times subjects in turn as timeInTurn does, those that answer at once and those that are waited for.
 *
 * @returns microseconds per call: for each subject, one figure per round
 */
export async function timeAnswers(
  subjects: readonly (() => unknown)[],
  { rounds, calls }: { rounds: number; calls: number },
): Promise<number[][]> {
  const times = subjects.map((): number[] => [])
  // The first round warms up what is called and counts for nothing.
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, subject] of inTurn(subjects, round)) {
      const started = performance.now()
      for (let call = 0; call < calls; call += 1) {
        const answer = subject()
        if (answer instanceof Promise) await answer
      }
      if (round >= 0) times[index]?.push((1000 * (performance.now() - started)) / calls)
    }
  }
  return times
}
