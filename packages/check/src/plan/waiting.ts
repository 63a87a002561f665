import { setTimeout as pause } from 'node:timers/promises'
import type { Inspection, Planned } from './inspection.ts'
import { OTHER_TAG } from './protocol.ts'
import { NOBODY } from './spellings.ts'

/** The shortest wait, which every maximum allows; that for a block; and one that is long enough for a block. */
const WAIT = { prefer: 'wait=1' }
const BLOCK_WAIT = { ...WAIT, 'x-min-block-height': '{next}' }
const LONG_WAIT = { ...BLOCK_WAIT, prefer: 'wait=2' }
const PAUSE_MS = 100
/** Preferences that name no seconds to wait. */
const OTHERS = ['wait', 'wait=-1', 'wait=soon', 'respond-async']
/** A long wait takes its time, so the check has one at one list and one record. */
const HELD = ['listStopOrders', 'getOrder']

export const waits = {
  /**
   * `Prefer: wait` holds a request until its response changes, or the time is up. A service need not support it: then it
   * responds at once, without `Preference-Applied`.
   */
  async 'waiting requests'(inspection: Inspection): Promise<void> {
    const { operation } = inspection
    const plain = await inspection.ask({})
    const tag = plain.headers.get('etag')
    if (plain.status !== 200 || tag === null)
      return inspection.notCovered('no response with an ETag was found')
    const waitingFor = { ...WAIT, 'if-none-match': tag }
    const expects = { what: 'a bad request with Prefer', status: 400 }
    const requests: Planned[] = [
      ...OTHERS.map(prefer => ({ headers: { ...waitingFor, prefer } })),
      // A single order without a tag may be waited for.
      { headers: operation.page === undefined ? { ...WAIT, 'if-none-match': '*' } : WAIT },
      { headers: { ...WAIT, 'if-none-match': OTHER_TAG } },
      { query: 'noSuchParameter=1', headers: waitingFor, expects },
    ]
    for (const request of requests) await inspection.ask(request)
    const [held] = await Promise.all([inspection.ask({ headers: waitingFor }), waitForBlock(inspection)])
    if (!held.headers.has('preference-applied'))
      return inspection.notCovered('the service does not wait for changes')
    const unknown = { what: 'an unknown order with Prefer', status: 404 }
    if (operation.page === undefined)
      await inspection.ask({ params: { orderId: NOBODY }, headers: WAIT, expects: unknown })
  },
}

/** Waits for the next block, and asks meanwhile, so that the rules know when it came. It may come before the wait begins. */
async function waitForBlock(inspection: Inspection): Promise<void> {
  const waits = HELD.includes(inspection.operation.id) ? [LONG_WAIT, LONG_WAIT] : [BLOCK_WAIT]
  const over = new AbortController()
  const waitInTurn = async () => {
    let before = await inspection.ask({})
    for (const headers of waits) if (before.status === 200) before = await inspection.ask({ headers }, before)
  }
  const watch = async () => {
    for (await pause(PAUSE_MS); !over.signal.aborted; await pause(PAUSE_MS)) await inspection.ask({})
  }
  await Promise.all([waitInTurn().finally(() => over.abort()), watch()])
}
