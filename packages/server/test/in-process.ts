import { exitCode, failureText } from '../src/commands/failure.ts'
import { loadProgram } from '../src/program.ts'
import type { Ended } from './command.ts'

/** Runs a command in this process, and reports a failure as the program does. A start of the program takes ten times as long. */
export async function runHere(...words: string[]): Promise<Ended> {
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
  const { exitCode: before } = process
  process.exitCode = undefined
  try {
    const program = await loadProgram(words[0])
    await program.parseAsync(words, { from: 'user' })
    return { code: Number(process.exitCode ?? 0), ...output }
  } catch (error) {
    return { code: exitCode(error), ...output, stderr: `${output.stderr}error: ${failureText(error)}\n` }
  } finally {
    process.exitCode = before
    for (const each of restore) each()
  }
}
