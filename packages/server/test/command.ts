import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { recordOrigin } from './recorder/recorded.ts'

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

/** The output of a command, and its exit code. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Special conditions for a command. */
interface Circumstances {
  /** Options of Node itself. */
  readonly node?: readonly string[] | undefined
  /** A command that runs the given one, for example after setting a limit. */
  readonly within?: readonly string[] | undefined
  /** Another installation: its Node and its `trading-network`. */
  readonly program?: readonly string[]
  /** Another user, environment, or open files. */
  readonly as?: Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'stdio'>
}

/** A run of `trading-network` in its own process. */
export class Command {
  readonly process: ChildProcess
  readonly #ended: Promise<Ended>
  #stdout = ''
  #stderr = ''

  constructor(
    args: readonly string[],
    cwd: string,
    { node = [], within = [], program = [process.execPath, ...node, CLI], as = {} }: Circumstances = {},
  ) {
    const [first, ...rest] = [...within, ...program, ...args]
    this.process = spawn(first as string, rest, { cwd, stdio: ['pipe', 'pipe', 'pipe', 'pipe'], ...as })
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
    })
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
    })
    this.#ended = once(this.process, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }))
  }

  /** Waits until it ends without a signal. */
  ended(): Promise<Ended> {
    return this.#ended
  }

  /** Waits for a match in standard output, and returns it. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#written('stdout', pattern)
  }

  /** Waits for a match in standard error, which has the log lines, and returns it. */
  logs(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#written('stderr', pattern)
  }

  async #written(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(stream === 'stdout' ? this.#stdout : this.#stderr)
      if (match) return match
      const ended = await Promise.race([
        once(this.process[stream]!, 'data').then(() => undefined),
        this.#ended,
      ])
      if (ended && !pattern.test(ended[stream])) throw new Error(`it ended: ${JSON.stringify(ended)}`)
    }
  }

  /** Waits until it serves, and returns the URL. */
  async url(): Promise<string> {
    const [, url] = await this.says(/^(?:Serving|A sample).* at (http:\/\/\S+)$/m)
    recordOrigin(url as string)
    return url as string
  }

  /** Ends it like Ctrl-C. */
  interrupt(): Promise<Ended> {
    this.process.kill('SIGINT')
    return this.#ended
  }
}

/** Starts a command, which ends with the test at the latest. */
export function startCommand(args: readonly string[], cwd: string, circumstances?: Circumstances): Command {
  const command = new Command(args, cwd, circumstances)
  onTestFinished(async () => {
    command.process.kill('SIGKILL')
    await command.ended()
  })
  return command
}
