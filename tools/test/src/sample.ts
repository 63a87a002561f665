/** The part of the runs of a property that every change makes: a third. `pnpm long` makes all. */
export function sampled(runs: number): number {
  return process.env.LONG_RUN ? runs : Math.ceil(runs / 3)
}
