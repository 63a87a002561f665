import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'

/** A contradiction of the contract. */
export interface Broken {
  readonly message: string
  /** The exchange that shows it; the latest one when absent. */
  readonly exchange?: Exchange | undefined
  /** An earlier exchange that it contradicts. */
  readonly other?: Exchange | undefined
}

/** A demand of the contract on what a service sends, whoever asked for it. It knows no network. */
export interface Rule {
  /** What it demands. */
  readonly demands: string
  /** Where the contract says so: a JSON pointer. */
  readonly contract: string
  /** The check that its findings count for; `responses` when absent. */
  readonly check?: string
  /** Starts a log. The function takes its exchanges one after the other, and returns what each one breaks. */
  readonly start: () => (exchange: Exchange) => readonly Broken[]
}

/** A rule about one exchange, whatever came before. */
export function each(broken: (exchange: Exchange) => readonly string[]): Rule['start'] {
  return () => exchange => broken(exchange).map(message => ({ message }))
}

/** Part of a response that is the same wherever its key comes again. */
export interface Fact {
  readonly key: string
  readonly value: string
  /** The finding, when an earlier response had this value. */
  readonly message: string | ((before: string) => string)
}

/** A rule that responses agree: those of one block, or all of them. */
export function same(
  within: 'one block' | 'all blocks',
  facts: (exchange: Exchange) => readonly Fact[],
): Rule['start'] {
  return () => {
    const known = new Map<string, { readonly value: string; readonly exchange: Exchange }>()
    return exchange =>
      facts(exchange).flatMap(({ key, value, message }) => {
        const before = known.get(key)
        const isOld = within === 'one block' && before && heightOf(before.exchange) !== heightOf(exchange)
        if (!before || isOld) known.set(key, { value, exchange: withoutBody(exchange) })
        if (!before || isOld || before.value === value) return []
        const text = typeof message === 'string' ? message : message(before.value)
        return [{ message: text, other: before.exchange }]
      })
  }
}
