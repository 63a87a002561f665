import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { root } from './run.ts'

/** What `pnpm test` needs of one run of Vitest. */
export interface Report {
  readonly passed: number
  readonly skipped: number
  /** A line for each failed test, and for each file or hook that failed outside of a test. */
  readonly failures: readonly string[]
  readonly files: readonly FileTime[]
}

/** Seconds that a file of tests takes: all of it after it is loaded, and its hooks. */
export interface FileTime {
  readonly path: string
  readonly seconds: number
  readonly hooks: number
}

const lineOf = ({ message }: { readonly message: string }) => message.split('\n')[0] ?? ''

/** Writes a {@link Report}. Vitest's own report in JSON leaves out the hooks. */
export class SummaryReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const report: Report = {
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map(error => `an error outside of all tests: ${lineOf(error)}`),
      ],
      files: modules.map(timeOf),
    }
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(report))
  }
}

const pathOf = ({ moduleId }: TestModule) => relative(root, moduleId)

function failuresOf(module: TestModule): string[] {
  const outside = [module, ...module.children.allSuites()].flatMap(each =>
    each.errors().map(error => `${'fullName' in each ? each.fullName : 'the file'}: ${lineOf(error)}`),
  )
  const tests = [...module.children.allTests('failed')].map(
    test => `${test.fullName}: ${lineOf(test.result().errors?.[0] ?? { message: '' })}`,
  )
  return [...outside, ...tests].map(text => `${pathOf(module)}: ${text}`)
}

function timeOf(module: TestModule): FileTime {
  const durationOf = (test: TestCase) => test.diagnostic()?.duration ?? 0
  const all = module.diagnostic().duration
  const tests = [...module.children.allTests()].reduce((sum, test) => sum + durationOf(test), 0)
  // Tests that run at once take longer together than their file does.
  return { path: pathOf(module), seconds: all / 1000, hooks: Math.max(0, all - tests) / 1000 }
}
