import { setTimeout as pause } from 'node:timers/promises'
import type { Inspection, Planned } from './inspection.ts'
import { OTHER_TAG } from './protocol.ts'
import { NOBODY } from './spellings.ts'

/** The shortest wait, which every maximum allows; and one that is long enough for a block. */
const WAIT = { prefer: 'wait=1' }
const LONG_WAIT = { prefer: 'wait=2', 'x-min-block-height': '{next}' }
const PAUSE_MS = 100
/** Preferences that name no seconds to wait. */
const OTHERS = ['wait', 'wait=-1', 'wait=soon', 'respond-async']
/** Each wait takes its time, so the check waits at one list and one record. */
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
    if (!HELD.includes(operation.id)) return
    const held = await inspection.ask({ headers: waitingFor })
    if (!held.headers.has('preference-applied'))
      return inspection.notCovered('the service does not wait for changes')
    await waitForBlock(inspection)
    const unknown = { what: 'an unknown order with Prefer', status: 404 }
    if (operation.page === undefined)
      await inspection.ask({ params: { orderId: NOBODY }, headers: WAIT, expects: unknown })
  },
}

/** Waits for the next block, and asks meanwhile, so that the rules know when it came. */
async function waitForBlock(inspection: Inspection): Promise<void> {
  let isOver = false
  const wait = async () => {
    await inspection.ask({ headers: LONG_WAIT }, await inspection.ask({})).finally(() => {
      isOver = true
    })
  }
  const watch = async () => {
    for (; !isOver; await pause(PAUSE_MS)) await inspection.ask({})
  }
  await Promise.all([wait(), watch()])
}
