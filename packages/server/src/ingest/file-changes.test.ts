import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
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
  const times: number[] = []
  // On a busy machine a notice may come after a poll.
  while (!times.some(time => time < 50)) {
    appendFileSync(path, 'x')
    const start = performance.now()
    await changes.next()
    times.push(performance.now() - start)
  }
})

it('polls where the file system sends no notices', async () => {
  const { changes } = newFile()
  changes.close()
  await changes.next()
})
