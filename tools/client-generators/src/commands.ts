import { exec } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace of the generators, with its own lockfile. */
export const installed = fileURLToPath(new URL('../installed/', import.meta.url))

const path = [join(installed, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]

/** No tool sends telemetry, and Go fetches no module. */
const env = {
  ...process.env,
  PATH: path.join(delimiter),
  DO_NOT_TRACK: '1',
  KUBB_DISABLE_TELEMETRY: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  PYTHONDONTWRITEBYTECODE: '1',
}

/** The end of a command. */
export interface Ended {
  readonly ok: boolean
  readonly output: string
}

/** Runs a command line in a folder. */
export function run(command: string, cwd: string): Promise<Ended> {
  return new Promise(resolve => {
    exec(command, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ ok: !error, output: stdout + stderr }),
    )
  })
}
