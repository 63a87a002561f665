import { exitCode, failureText } from '../src/commands/failure.ts'
import { ingestCommand } from '../src/commands/ingest.ts'
import type { Ended } from './command.ts'

/** Runs `ingest` in this process, and reports a failure as the program does. A start of the program takes ten times as long. */
export async function ingestHere(args: readonly string[]): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  const restore = (['stdout', 'stderr'] as const).map(name => {
    const { write } = process[name]
    process[name].write = (text: string | Uint8Array) => {
      output[name] += text
      return true
    }
    return () => {
      process[name].write = write
    }
  })
  try {
    await ingestCommand().parseAsync(args, { from: 'user' })
    return { code: 0, ...output }
  } catch (error) {
    return { code: exitCode(error), ...output, stderr: `${output.stderr}error: ${failureText(error)}\n` }
  } finally {
    for (const each of restore) each()
  }
}
