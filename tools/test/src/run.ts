import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the workspace. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The tools of the workspace send no telemetry and do not check for updates. */
export const quiet = {
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

export function run(
  command: string,
  args: readonly string[],
  cwd = root,
): Promise<{ code: number; output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; output: string }>()
  const env = { ...process.env, ...quiet }
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const gather = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', gather)
  child.stderr.on('data', gather)
  child.once('error', reject)
  child.once('close', code => resolve({ code: code ?? 1, output }))
  return promise
}
