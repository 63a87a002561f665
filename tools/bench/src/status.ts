const TERMINAL_MS = 200
const PLAIN_MS = 10_000
let shownAt = performance.now()

/** Shows progress on standard error: one line that changes on a terminal, a new line from time to time in a log. */
export function showStatus(text: string): void {
  const { stderr } = process
  const now = performance.now()
  if (now - shownAt < (stderr.isTTY ? TERMINAL_MS : PLAIN_MS)) return
  shownAt = now
  stderr.write(stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}

/** Removes the line from a terminal. */
export function clearStatus(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}
