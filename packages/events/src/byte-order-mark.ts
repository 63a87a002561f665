const MARK = 0xfeff

/** Returns a text without the byte order mark that the first line of a file may begin with. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === MARK ? text.slice(1) : text
}
