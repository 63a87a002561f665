import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FileChanges } from './file-changes.ts'

function newFile(): { path: string; changes: FileChanges } {
  const folder = mkdtempSync(join(tmpdir(), 'file-changes-'))
  const path = join(folder, 'events.ndjson')
  writeFileSync(path, '')
  const changes = new FileChanges(path)
  onTestFinished(() => {
    changes.close()
    rmSync(folder, { recursive: true })
  })
  return { path, changes }
}

it.runIf(process.platform === 'linux')('is notified by the file system, not only by polling', async () => {
  const { path, changes } = newFile()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  // Only a notice makes a short pause. On a busy machine it may come after a poll.
  while (!timers.mock.calls.some(([, ms]) => ms === 5)) {
    appendFileSync(path, 'x')
    await changes.next(undefined)
  }
})

it('polls where the file system sends no notices', async () => {
  const { changes } = newFile()
  changes.close()
  // A timer may end a fraction of a millisecond early. Then the next poll looks at the names.
  const polls = [await changes.next(undefined), await changes.next(undefined)]
  expect(polls).toContain(true)
})

it('ends its wait at the signal', async () => {
  const { changes } = newFile()
  const stop = new AbortController()
  const timers = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({} as NodeJS.Timeout)
  onTestFinished(() => timers.mockRestore())
  const waiting = changes.next(stop.signal)
  stop.abort()
  await waiting
})
