import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))

/** Returns true if this machine has a program, since no npm package contains it. Else says what is not tested. */
export function has(program: string, option: string, file: string): boolean {
  if (!spawnSync(program, [option]).error) return true
  process.stderr.write(`\nNOT TESTED: deploy/${file}, since ${program} is not installed on this machine\n\n`)
  return false
}

/** Changes of a shipped file: a text that it contains, and its replacement. */
export type Replacements = Readonly<Record<string, string>>

/** A program of `deploy/` that runs in the foreground, with its files in a folder of its own. */
export class FrontProxy {
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(folder: string, [program, ...args]: readonly string[]) {
    this.#folder = folder
    this.#process = spawn(program!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Starts nginx with a file for its `http` block. */
  static nginx(file: string, replacements: Replacements): FrontProxy {
    const folder = mkdtempSync(join(tmpdir(), 'trading-network-nginx-'))
    writeFileSync(
      join(folder, 'site.conf'),
      shipped(file, replacements).replaceAll('/var/cache/nginx', folder),
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      kind => `${kind}_temp_path ${folder}/${kind};`,
    )
    const main = `
      daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
      events { worker_connections 16384; }
      http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return new FrontProxy(folder, ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
  }

  /** Waits for a response from an address behind it. */
  async answers(url: string): Promise<void> {
    for (; !(await fetch(url).catch(() => undefined))?.ok; await wait(20))
      if (this.#process.exitCode !== null) throw new Error(`the proxy ended with ${this.#process.exitCode}`)
  }

  async stop(): Promise<void> {
    if (this.#process.kill('SIGTERM')) await once(this.#process, 'exit')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns a file of `deploy/` with other addresses and folders. */
function shipped(file: string, replacements: Replacements): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}
