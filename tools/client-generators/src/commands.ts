import { exec } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace of the generators of npm, with its own lockfile. */
export const installed = fileURLToPath(new URL('../installed/', import.meta.url))

/** The settings of every command: no telemetry, and the toolchain that is installed. */
const settings = {
  DO_NOT_TRACK: '1',
  GOTOOLCHAIN: 'local',
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Runs a command line in a folder. Programs in its `tools/bin` come first. */
export function run(command: string, cwd: string): Promise<{ ok: boolean; output: string }> {
  const path = [
    join(cwd, 'tools/bin'),
    join(installed, 'node_modules/.bin'),
    dirname(process.execPath),
    process.env.PATH,
  ].join(delimiter)
  const env = { ...process.env, ...settings, PATH: path }
  return new Promise(resolve => {
    exec(command, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ ok: !error, output: stdout + stderr }),
    )
  })
}
