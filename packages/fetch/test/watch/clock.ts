import { afterEach, beforeEach, vi } from 'vitest'

interface Timer {
  readonly at: number
  readonly action: () => void
}

const realImmediate = setImmediate
const RealDate = Date

/** The clock of a test file. It starts at 0 in each test, and the real time is back after it. */
export const testClock = (): Clock => {
  const clock = new Clock()
  beforeEach(() => void clock.start())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return clock
}

/** Simulated time for the timers of a test and of the client: hours pass in milliseconds, and always in the same order. */
export class Clock {
  now = 0
  readonly #timers = new Map<number, Timer>()
  #last = 0

  /** Takes the place of the real time. Call `vi.unstubAllGlobals` and `vi.restoreAllMocks` at the end. */
  start(): this {
    this.now = 0
    this.#timers.clear()
    vi.stubGlobal('setTimeout', (action: () => void, ms = 0) => this.after(ms, action))
    vi.stubGlobal('clearTimeout', (timer: number | undefined) => this.#timers.delete(timer ?? 0))
    vi.spyOn(performance, 'now').mockImplementation(() => this.now)
    const now = () => Math.floor(this.now)
    vi.stubGlobal(
      'Date',
      class extends RealDate {
        static override now = now
        constructor(time: number = now()) {
          super(time)
        }
      },
    )
    return this
  }

  /** Runs the action after some milliseconds. Returns the timer. */
  after(ms: number, action: () => void): number {
    this.#last += 1
    this.#timers.set(this.#last, { at: this.now + Math.max(0, ms), action })
    return this.#last
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.after(ms, resolve))
  }

  /** Lets time pass: runs every timer that is due, in order. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      // Code between two timers uses promises only.
      await new Promise<void>(resolve => realImmediate(resolve))
      let due: [number, Timer] | undefined
      for (const each of this.#timers) if (due ? each[1].at < due[1].at : each[1].at <= until) due = each
      if (!due) break
      this.#timers.delete(due[0])
      this.now = due[1].at
      due[1].action()
    }
    this.now = until
  }
}
