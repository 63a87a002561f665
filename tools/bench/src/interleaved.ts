/**
 * Times subjects in turn, round after round, so that a busy moment of the machine falls on all of them alike and the
 * ratios of one round can be trusted even where its times cannot.
 *
 * @param subjects what to call; each gets the number of the call, which rises by one from call to call
 * @returns microseconds per call: for each subject, one figure per round
 */
export function timeInTurn(
  subjects: readonly ((call: number) => unknown)[],
  { rounds, calls }: { rounds: number; calls: number },
): number[][] {
  const times = subjects.map((): number[] => [])
  // The first round warms up what is called and counts for nothing.
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, subject] of inTurn(subjects, round)) {
      const started = performance.now()
      for (let call = 0; call < calls; call += 1) subject((round + 1) * calls + call)
      if (round >= 0) times[index]?.push((1000 * (performance.now() - started)) / calls)
    }
  }
  return times
}

/** The elements with their positions, every other round backwards, since who comes first may be at a disadvantage. */
export function inTurn<T>(elements: readonly T[], round: number): [number, T][] {
  const entries = [...elements.entries()]
  return round % 2 === 0 ? entries : entries.reverse()
}

/** The middle of some figures, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The median over the rounds of one figure divided by another of the same round. */
export function medianRatio(figures: readonly number[], base: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (base[round] ?? Number.NaN)))
}
