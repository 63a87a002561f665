import { fileURLToPath } from 'node:url'
import { Program } from '../program.ts'

/** The command of this work tree. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

const METRICS = ['--metrics', '127.0.0.1:0']

/** A program of Node that prints `Serving at <url>` and `Metrics at <url>`. */
export class Child extends Program {
  constructor(program: string, args: readonly string[]) {
    super([process.execPath, program, ...args])
  }

  /** @param cli the command's file, of this work tree or of another one */
  static serve(cli: string, database: string, ...options: string[]): Child {
    return new Child(cli, ['serve', '-d', database, '--no-docs', '--port', '0', ...METRICS, ...options])
  }

  static follow(events: string, database: string): Child {
    return new Child(CLI, ['ingest', events, '--follow', '-d', database, ...METRICS])
  }

  /** Waits for the address that it prints after this word. */
  async address(word: 'Serving' | 'Metrics' = 'Serving'): Promise<string> {
    const [, address = ''] = await this.says(new RegExp(`^${word}.* at (http:\\S+)$`, 'm'))
    return address
  }

  /** Reads one of its metrics. */
  async metric(name: string): Promise<number> {
    const response = await fetch(await this.address('Metrics'), { headers: { connection: 'close' } })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1])
  }

  /** CPU time so far, in microseconds. */
  async cpu(): Promise<number> {
    return 1e6 * (await this.metric('process_cpu_seconds_total'))
  }
}
