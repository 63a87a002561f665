import { setTimeout as wait } from 'node:timers/promises'
import { Child } from './child.ts'

/** A service that is ended again and again, by SIGTERM and by SIGKILL in turn, and starts again at the same address. */
export class RestartingService {
  /** Restarts so far. */
  count = 0
  readonly origin: string
  #isOver = false
  #child: Child
  readonly #restarts: Promise<void>

  /** @param pause milliseconds between two restarts */
  static async serve(database: string, pause: number): Promise<RestartingService> {
    const child = Child.serve(database)
    return new RestartingService(child, await child.address(), database, pause)
  }

  private constructor(child: Child, origin: string, database: string, pause: number) {
    this.#child = child
    this.origin = origin
    this.#restarts = this.#restart(database, pause)
  }

  async #restart(database: string, pause: number): Promise<void> {
    const { port } = new URL(this.origin)
    for (;;) {
      await wait(pause)
      if (this.#isOver) return
      if (this.count % 2 === 1) process.kill(this.#child.pid, 'SIGKILL')
      await this.#child.end()
      this.#child = Child.serve(database, '--port', port)
      await this.#child.address()
      this.count++
    }
  }

  /** Ends the restarts. The service stays. */
  async settle(): Promise<void> {
    this.#isOver = true
    await this.#restarts
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.settle()
    await this.#child.end()
  }
}
