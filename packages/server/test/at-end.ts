import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs this at the end of the current test. Outside of a test, as in the first lines of a file, at the end of that file. */
export function atEnd(release: () => unknown): void {
  const end = async () => void (await release())
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
}
