/**
 * The states of a feed:
 *
 * - `starting`: it knows no state of the present history. It sends a plain request.
 * - `online`: the service has confirmed the state. It sends a request that the service may hold.
 * - `doubtful`: such a request has failed, perhaps because of a proxy. A plain request decides.
 * - `offline`, `behind`: no response, or only older blocks. It sends plain requests at the pace of retries.
 */
export type State = 'starting' | 'online' | 'doubtful' | 'offline' | 'behind'

/**
 * The inputs of a feed:
 *
 * - `confirmed`: a response with the state, or that it has not changed.
 * - `older`, `reset`: a response or an error from an older block, or an error or a 304 from another history.
 * - `failed`: any other error. If no retry can help, the error ends the feed, except in `online`.
 * - `silent`: no response within the timeout. A proxy does not do that.
 */
export type Input = 'confirmed' | 'older' | 'reset' | 'failed' | 'silent'

const decided = {
  confirmed: 'online',
  older: 'behind',
  reset: 'starting',
  failed: 'offline',
  silent: 'offline',
} as const

/** The next state, by state and input. Decision 26 has the table with its actions. */
export const NEXT: Readonly<Record<State, Readonly<Record<Input, State>>>> = {
  starting: decided,
  online: { ...decided, older: 'doubtful', failed: 'doubtful' },
  doubtful: decided,
  offline: decided,
  behind: decided,
}
