import { closeSync, openSync, writeSync } from 'node:fs'
import { frameOfLine } from '@trading-network/events'
import { requireFolder } from '../store/folder.ts'

/** Returns a function that encodes event lines as frames if the name is in `.evts`, else as lines. */
export function encoderFor(path: string): (lines: readonly string[]) => Buffer {
  if (!/\.evts?(\.|$)/.test(path)) return lines => Buffer.from(`${lines.join('\n')}\n`)
  let sequence = 0n
  return lines => Buffer.concat(lines.map(line => frameOfLine(line, ++sequence)))
}

export interface Recording {
  write(lines: readonly string[]): void
  close(): void
}

/** Writes events to a new file, block by block. @throws Error when its folder does not exist */
export function recordTo(path: string): Recording {
  requireFolder(path)
  const encoded = encoderFor(path)
  const file = openSync(path, 'w')
  return { write: lines => void writeSync(file, encoded(lines)), close: () => closeSync(file) }
}
