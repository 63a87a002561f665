import type { Parameter } from '../contract/operations.ts'

/** An id of the right form that no record has. */
export const NOBODY = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'

/** Ids with a wrong digit, letter or letter case. They are invalid unless a record carries them as a name. */
export function misspelledIds({ wellKnown }: Parameter): string[] {
  if (!wellKnown) return []
  return [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c', ...wellKnown.map(swappedCase)]
}

/** Ids that may be given whether or not a record carries them. */
export function wellFormedIds({ wellKnown }: Parameter): string[] {
  return wellKnown ? [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f', ...wellKnown] : []
}

/** Returns true for a name, false for hexadecimal digits. */
export function isName(id: string): boolean {
  return !/^([0-9a-f]{2})+$/i.test(id)
}

function swappedCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
