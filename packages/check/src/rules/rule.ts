import type { Exchange } from '../log/exchange.ts'

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
