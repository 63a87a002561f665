import type { Benchmark } from './benchmark.ts'
import { Database, reportSizes } from './database.ts'
import { fillDatabase } from './fill.ts'
import { inRounds, median, medianRatio } from './rounds.ts'
import { count, ratio, table } from './table.ts'

/** The formats of the same events. Each fill gets a new database. */
const FORMATS = [{ title: 'lines of JSON' }, { title: 'event file', format: 'frames' }] as const
/** A fill takes seconds, so a few are enough. */
const MAX_ROUNDS = 3

export const ingest: Benchmark = {
  name: 'ingest',
  about: 'events per second of CPU time, from lines and from event files; bytes per row of each table',
  async run(bench) {
    const { orders, rounds } = bench.options
    const nameOf = (index: number, round: number) => bench.path(`ingest-${index}-${round}.sqlite`)
    const figures = await inRounds(FORMATS, Math.min(rounds, MAX_ROUNDS), ({ title, ...format }, place) =>
      fillDatabase(nameOf(place.index, place.round), { orders, ...format }),
    )
    const rates = figures.map(fillings => fillings.map(({ rate }) => rate))
    const rows = FORMATS.map(({ title }, index) => [
      title,
      ratio(medianRatio(rates[index] ?? [], rates[0] ?? [])),
      count(median(rates[index] ?? [])),
      count(figures[index]?.[0]?.events ?? 0),
    ])
    const headings = ['', 'to lines', 'events per CPU second', 'events']
    const sizes = Database.read(nameOf(0, 1), database => database.sizes())
    return `Ingest of about ${count(orders)} orders\n${table(headings, rows)}\n${reportSizes(sizes)}`
  },
}
