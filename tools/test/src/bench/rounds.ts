/**
 * Measures subjects in turn, round after round. A busy moment of the machine then falls on all of them, so ratios of
 * one round are reliable even where times are not. Every other round runs backwards, since the first place may be
 * slower. Round 0 warms up and does not count.
 *
 * @returns for each subject, one figure per round
 */
export async function inRounds<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject, place: { round: number; index: number }) => Promise<Figure>,
): Promise<Figure[][]> {
  const figures = subjects.map((): Figure[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    const entries = [...subjects.entries()]
    for (const [index, subject] of round % 2 === 0 ? entries : entries.reverse()) {
      const figure = await measure(subject, { round, index })
      if (round > 0) figures[index]?.push(figure)
    }
  }
  return figures
}

/** Microseconds of CPU time of this process. Other programs on the machine do not add to it. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Measures functions in rounds.
 *
 * @returns microseconds of CPU time per call: for each function, one figure per round
 */
export function timeInRounds(
  functions: readonly (() => unknown)[],
  { rounds, calls }: { rounds: number; calls: number },
): Promise<number[][]> {
  return inRounds(functions, rounds, async call => {
    const before = cpuTime()
    for (let done = 0; done < calls; done += 1) {
      const result = call()
      // A result that is there at once should not pay for a turn of the event loop.
      if (result instanceof Promise) await result
    }
    return (cpuTime() - before) / calls
  })
}

/** The median; of an even number of figures, the upper one in the middle. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** The median over the rounds of one figure divided by another of the same round. */
export function medianRatio(figures: readonly number[], base: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (base[round] ?? Number.NaN)))
}

/** The figure below which a share of all figures is. */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN
}
