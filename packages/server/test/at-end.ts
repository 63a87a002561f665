import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs this at the end of the current test. Outside of a test, as in the first lines of a file, at the end of that file.
 *
 * @returns runs it at once instead
 */
export function atEnd(release: () => unknown): () => Promise<void> {
  let left: typeof release | undefined = release
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= (async () => void (await left?.()))()
    // Vitest keeps this function: a test that opens thousands of services would keep all of them.
    left = undefined
    return ended
  }
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
  return end
}
