/**
 * Characters that a terminal obeys, that break a line, or that turn the direction of text; and half a surrogate pair.
 */
const SPECIAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns text from events or file names on one line, with an escape in place of each special character. */
export function printable(text: string): string {
  return text.replaceAll(SPECIAL, escaped)
}

/** Returns the beginning of a text from events, {@link printable}. */
export function shortened(text: string, length = 80): string {
  return printable(text.length > length ? `${text.slice(0, length)}…` : text)
}

function escaped(character: string): string {
  return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`
}
