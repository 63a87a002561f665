import { openSync, writeSync } from 'node:fs'
import { frameOfLine } from '@trading-network/events'
import { requireFolder } from '../store/folder.ts'

/** Returns a function that encodes event lines as frames if the name is in `.evts`, else as lines. */
export function encoderFor(path: string): (lines: readonly string[]) => Buffer {
  if (!/\.evts?(\.|$)/.test(path)) return lines => Buffer.from(`${lines.join('\n')}\n`)
  let sequence = 0n
  return lines => Buffer.concat(lines.map(line => frameOfLine(line, ++sequence)))
}

/** Returns a function that writes the events of a block to a new file. @throws Error when its folder does not exist */
export function recordTo(path: string): (lines: readonly string[]) => void {
  requireFolder(path)
  const encoded = encoderFor(path)
  const file = openSync(path, 'w')
  return lines => void writeSync(file, encoded(lines))
}
