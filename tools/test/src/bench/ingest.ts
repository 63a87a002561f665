import type { Benchmark } from './benchmark.ts'
import { fillDatabase } from './fill.ts'
import { inRounds, median } from './rounds.ts'
import { count, table } from './table.ts'

/** A fill takes seconds, so a few are enough. */
const MAX_ROUNDS = 3

export const ingest: Benchmark = {
  name: 'ingest',
  async run(bench) {
    const { orders, rounds } = bench.options
    // Each fill gets a new database.
    const [fillings = []] = await inRounds([orders], Math.min(rounds, MAX_ROUNDS), (orders, { round }) =>
      fillDatabase(bench.path(`ingest-${round}.sqlite`), { orders }),
    )
    const rate = median(fillings.map(filling => filling.rate))
    const row = [count(rate), count(fillings[0]?.events ?? Number.NaN)]
    return `Ingest of about ${count(orders)} orders\n${table(['events per CPU second', 'events'], [row])}`
  },
}
