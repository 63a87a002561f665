import { ApiError } from '../api-error.ts'
import type { Block } from '../block.ts'
import type { Source } from '../call.ts'
import { recordsOf, type Snapshot } from './changes.ts'
import type { Reply, Target } from './request.ts'
import { type Input, NEXT, type State } from './states.ts'

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** The knowledge of a feed after a response. */
export interface Known {
  readonly state: State
  readonly snapshot?: Snapshot | undefined
  /** The newest block. */
  readonly block?: Block | undefined
  /** The tag of the snapshot. */
  readonly tag?: string | undefined
  /** The number of resets. */
  readonly history: number
  /** The last time at which the service confirmed the snapshot. */
  readonly asOf?: Date | undefined
  /** The time of the first failure since then, and the last error. */
  readonly since?: Date | undefined
  readonly error?: unknown
  readonly failures: number
  /** The number of blocks by which the service is behind. */
  readonly lag: number
  /** Milliseconds until the next request. */
  readonly pause: number
}

/** How a request was sent: the seconds that the service could hold it, and the milliseconds until the response. */
interface Sent {
  readonly wait: number
  readonly duration: number
}

/** Whether the service can recognise a change: by the tag, or because the order is missing. */
export const canHold = ({ tag, snapshot }: Known) => !!tag || (!!snapshot && !snapshot.data)

const after = (known: Known, input: Input, news: Partial<Known>): Known => ({
  ...known,
  ...news,
  state: NEXT[known.state][input],
})

const jitter = () => 1 + Math.random() / 4

/** The knowledge after an input that does not confirm the state. */
export const fail = (known: Known, input: Input, { error, block }: Reply, pause = known.pause): Known => {
  const { since = new Date(), failures } = known
  const lag = known.block && block ? Number(known.block.height - block.height) : 0
  return after(known, input, { since, error, lag, failures: failures + 1, pause })
}

/** Milliseconds before the next request after an error. */
const delayOf = (failures: number, error: unknown, { settings, interval }: Target, wait: number) => {
  // A restart of the service ends all waiting requests at once. They come back one by one.
  if (wait) return interval * Math.random()
  const asked = error instanceof ApiError ? error.retryAfter : undefined
  const wanted = 1000 * (asked ?? Math.min(6.4, 0.2 * 2 ** failures))
  return Math.min(wanted, settings.maxWait ?? 60_000) * jitter()
}

/** The knowledge after a response or an error that does not end the feed. */
export const learn = (known: Known, reply: Reply, target: Target, sent: Sent): Known => {
  const { data, block, relation, isMissing, error } = reply
  const delay = delayOf(known.failures + 1, error, target, sent.wait)
  if (relation === 'older') return fail(known, 'older', reply, delay)
  const isReset = relation === 'reset'
  const base = isReset
    ? { ...known, history: known.history + 1, block: undefined, tag: undefined, failures: 0 }
    : known
  const pause = Math.max(0, target.interval * jitter() - sent.duration)
  if (isReset && !data && !isMissing) return after(base, 'reset', { pause })
  if (error) return fail(base, 'failed', reply, delay)
  const chainId = block?.chainId ?? base.block?.chainId ?? null
  return after({ ...base, ...newState(base, reply, target.source, sent, pause) }, 'confirmed', {
    // A response without a chain id, as before the first block, does not make the client forget it.
    block: block ? { ...block, chainId } : base.block,
    asOf: new Date(),
    since: undefined,
    error: undefined,
    failures: 0,
  })
}

/** The new snapshot, if the response has one, and the pause. */
const newState = (
  known: Known,
  reply: Reply,
  source: Source,
  { wait, duration }: Sent,
  pause: number,
): Partial<Known> => {
  const { data, headers, block, relation, isMissing } = reply
  const { snapshot: last, history } = known
  if (!data && (!isMissing || (last && !last.data && last.history === history))) return { pause }
  const applied = !!headers?.has('preference-applied')
  const isFirstChange = applied && wait > 0 && duration > HELD
  const snapshot: Snapshot = {
    number: (last?.number ?? 0) + 1,
    history,
    data,
    ...recordsOf(source, data, last),
    blockHeight: block && `${block.height}`,
    merged: !isFirstChange && !(block && known.block && block.height === known.block.height + 1n),
  }
  const tag = (data && headers?.get('etag')) || undefined
  // Without a new block, two servers with different responses would be asked without end.
  const isProgress =
    (!last || relation === 'newer') && (applied || !wait) && canHold({ ...known, tag, snapshot })
  return { snapshot, tag, pause: isProgress ? 0 : pause }
}
