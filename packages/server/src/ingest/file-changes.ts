import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Interval between checks of a file; milliseconds. Some file systems send no notices. */
const POLL_MS = 100
/** Pause after a notice, so that a stream of small writes is not read byte by byte; milliseconds. */
const SETTLE_MS = 5

export class FileChanges {
  #watcher: FSWatcher | undefined
  #change = new AbortController()

  constructor(path: string) {
    const name = basename(path)
    try {
      this.#watcher = watch(dirname(path), (event, changed) => {
        if (event === 'rename' || changed === null || changed === name) this.#change.abort()
      })
      this.#watcher.on('error', () => this.close())
    } catch {
      // The system has no more watches, or none at all. Polling is left.
    }
  }

  /** Waits for a change since the last call, for the interval of polling at most. */
  async next(signal?: AbortSignal): Promise<void> {
    const { signal: change } = this.#change
    const stop = () => this.#change.abort()
    // `AbortSignal.any` would keep some memory for each call.
    signal?.addEventListener('abort', stop)
    await wait(POLL_MS, undefined, { signal: change }).catch(() => undefined)
    signal?.removeEventListener('abort', stop)
    if (!change.aborted) return
    await wait(SETTLE_MS)
    this.#change = new AbortController()
  }

  close(): void {
    this.#watcher?.close()
    this.#watcher = undefined
  }
}
