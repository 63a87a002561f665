import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Interval between checks of a file; milliseconds. Some file systems send no notices. */
const POLL_MS = 100
/** Pause after a notice, so that a stream of small writes is not read byte by byte; milliseconds. */
const SETTLE_MS = 5

/** Waits for changes of a file and of the names in its folder. */
export class FileChanges {
  #watcher: FSWatcher | undefined
  #hasChanged = false
  #namesChanged = false
  #checkedNames = performance.now()
  #wake: () => void = () => undefined

  constructor(path: string) {
    const name = basename(path)
    try {
      this.#watcher = watch(dirname(path), (event, changed) => {
        if (event === 'rename') this.#namesChanged = true
        else if (changed !== null && changed !== name) return
        this.#hasChanged = true
        this.#wake()
      })
      this.#watcher.on('error', () => this.close())
    } catch {
      // The system has no more watches, or none at all. Polling is left.
    }
  }

  /** Waits for a change, for the interval of polling at most. Returns true if names may have changed. */
  async next(signal: AbortSignal | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let timer = setTimeout(resolve, this.#hasChanged ? SETTLE_MS : POLL_MS)
    this.#wake = () => {
      this.#wake = () => undefined
      clearTimeout(timer)
      timer = setTimeout(resolve, SETTLE_MS)
    }
    const stop = () => resolve()
    signal?.addEventListener('abort', stop)
    await promise
    signal?.removeEventListener('abort', stop)
    clearTimeout(timer)
    this.#wake = () => undefined
    this.#hasChanged = false
    const now = performance.now()
    if (!this.#namesChanged && now - this.#checkedNames < POLL_MS) return false
    this.#namesChanged = false
    this.#checkedNames = now
    return true
  }

  close(): void {
    this.#watcher?.close()
    this.#watcher = undefined
  }
}
