/**
 * Whether an error is a mistake in the caller's own `fetch`. Then a retry is of no use, and hides the mistake.
 *
 * A lost connection is a TypeError too. Its messages ("fetch failed", "Load failed") differ from those of mistakes
 * ("x is not a function", "Cannot read properties of undefined").
 */
export const isMistake = (error: unknown): boolean =>
  /^(Reference|Range|Syntax)E|^TypeE.+(is not|cannot|can't|undefined|null|invalid|parse)/i.test(`${error}`)
