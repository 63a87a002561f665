import { writeSync } from 'node:fs'

/** Lines that could not be written since the start of the process. */
export const dropped = { lines: 0 }
let told = 0

/**
 * Writes a line to standard error. A full disk or a closed pipe behind it must not end the service, so such lines are
 * dropped and counted, and the next one that can be written says how many.
 */
export const standardError = {
  write(line: string): void {
    try {
      if (dropped.lines > told) writeAll(`warning: ${dropped.lines - told} lines of this log were dropped\n`)
      told = dropped.lines
      writeAll(line)
    } catch {
      dropped.lines += 1
    }
  },
}

function writeAll(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(2, bytes, at)
}

// Node's own warnings go through this stream. Without a listener its error would end the process.
process.stderr.on('error', () => undefined)
