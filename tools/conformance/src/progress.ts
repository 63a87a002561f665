import type { CheckResult } from './report/report.ts'
import { operationLine, type Paint } from './report/text.ts'

/** Says on a stream how far a run is: a line per operation, and on a terminal what is being done right now. */
export function progressOn(stream: NodeJS.WriteStream, paint: Paint) {
  const erase = stream.isTTY ? '\r\x1b[K' : ''
  return {
    onCheck(operation: string, check: string): void {
      if (stream.isTTY) stream.write(`${erase}${paint('dim', `${operation} ${check} …`)}`)
    },
    onOperation(operation: string, results: readonly CheckResult[]): void {
      stream.write(`${erase}${operationLine(operation, results, paint)}\n`)
    },
  }
}
