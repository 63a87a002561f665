import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/** Runs a command of the workspace with its output shown, and fails when it does. */
export async function command(root: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}

/** Runs a command whose output is shown only when it fails. */
export async function quietly(root: string, program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, { cwd: root, maxBuffer: 1e8 }).catch(error => {
    throw new Error(`${error.message}\n${error.stdout}${error.stderr}`)
  })
}
