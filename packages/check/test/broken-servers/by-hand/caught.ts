import type { BrokenServer } from '../server.ts'

/** A broken server that one check must find on its own; others may find it too. */
export interface CaughtServer extends BrokenServer {
  readonly caughtBy: string
  /** The check whose requests show the defect, for a check of all responses; `caughtBy` when absent. */
  readonly shownBy?: string
  /** The network makes a block after every few requests. */
  readonly moving?: true
}

export function caughtBy(check: string, servers: readonly BrokenServer[], shownBy = check): CaughtServer[] {
  return servers.map(server => ({ ...server, caughtBy: check, shownBy }))
}
