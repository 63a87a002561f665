import type { Benchmark } from './benchmark.ts'
import { type Filling, fillDatabase } from './fill.ts'
import { median } from './rounds.ts'
import { count, table } from './table.ts'

/** A fill takes seconds, so a few are enough. */
const MAX_ROUNDS = 3

export const ingest: Benchmark = {
  name: 'ingest',
  async run(bench) {
    const { orders, rounds } = bench.options
    const pathOf = (round: number) => bench.path(`ingest-${round}.sqlite`)
    const fillings: Filling[] = []
    // Each fill gets a new database. The first one warms up.
    for (let round = 0; round <= Math.min(rounds, MAX_ROUNDS); round += 1)
      fillings.push(await fillDatabase(pathOf(round), { orders }))
    const rate = median(fillings.slice(1).map(filling => filling.rate))
    const figures = table(
      ['events per CPU second', 'events'],
      [[count(rate), count(fillings[0]?.events ?? 0)]],
    )
    return `Ingest of about ${count(orders)} orders\n${figures}`
  },
}
