import type { Parameter } from '../contract/operations.ts'
import { NOBODY } from './limits.ts'

/** Ids that are none, unless a record carries them as a name: a digit or a letter is wrong, or the letter case. */
export function mistypedIds({ wellKnown }: Parameter): string[] {
  if (!wellKnown) return []
  return [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c', ...wellKnown.map(swappedCase)]
}

/** Ids that may be given whether or not a record carries them. */
export function wellFormedIds({ wellKnown }: Parameter): string[] {
  return wellKnown ? [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f', ...wellKnown] : []
}

/** Whether an id is a name, and no number of hexadecimal digits. */
export function isName(id: string): boolean {
  return !/^([0-9a-f]{2})+$/i.test(id)
}

function swappedCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
