import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'

/** A contradiction of the contract. */
export interface Broken {
  readonly message: string
  /** The exchange that shows it; the latest one when absent. */
  readonly exchange?: Exchange | undefined
  /** An earlier exchange that it contradicts. */
  readonly other?: Exchange | undefined
}

/** Takes the exchanges of a log one after the other, and says what each one breaks: a message, or more than that. */
type Judge = (exchange: Exchange) => Iterable<string | Broken>

/** A demand of the contract on what a service sends, whoever asked for it. It knows no network. */
export interface Rule {
  /** What it demands. */
  readonly demands: string
  /** Where the contract says so: a JSON pointer. */
  readonly contract: string
  /** The check that its findings count for; `responses` when absent. */
  readonly check?: string
  /** Starts a log. */
  readonly start: () => Judge
}

/** A rule about one exchange, whatever came before. */
export function each(judge: Judge): Rule['start'] {
  return () => judge
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
  facts: (exchange: Exchange) => Iterable<Fact>,
): Rule['start'] {
  return () => {
    const known = new Map<string, { readonly value: string; readonly exchange: Exchange }>()
    return function* (exchange) {
      for (const { key, value, message } of facts(exchange)) {
        const before = known.get(key)
        const isOld = within === 'one block' && before && heightOf(before.exchange) !== heightOf(exchange)
        if (!before || isOld) known.set(key, { value, exchange: withoutBody(exchange) })
        else if (before.value !== value)
          yield {
            message: typeof message === 'string' ? message : message(before.value),
            other: before.exchange,
          }
      }
    }
  }
}
