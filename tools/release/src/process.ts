import { spawn } from 'node:child_process'

/** Runs a command of the workspace with its output shown, and fails when it does. */
export function command(root: string, program: string, args: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  child.once('error', reject)
  child.once('close', code => {
    if (code === 0) resolve()
    else reject(new Error(`${program} ${args.join(' ')} ended with ${code}`))
  })
  return promise
}
