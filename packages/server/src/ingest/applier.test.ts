import { expect, test } from 'vitest'
import { genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import { Applier } from './applier.ts'
import type { WholeBlock } from './whole-block.ts'

test('a stop ends the retries of a batch', async () => {
  const stop = new AbortController()
  const lost = new Error('the database is lost')
  let reopened = 0
  const writer: Partial<Writer> = {
    begin() {
      throw lost
    },
    mayPass: () => true,
    async reopen() {
      reopened += 1
      stop.abort()
    },
    async checkpoint() {
      throw lost
    },
  }
  const applier = new Applier(writer as Writer, genesis, {
    source: 'a file',
    onRetry: undefined,
    signal: stop.signal,
    partial: false,
    onLeftOut: () => undefined,
  })
  await expect(applier.commit([{ position: genesis } as unknown as WholeBlock])).rejects.toBe(lost)
  expect(reopened).toBe(1)
})
