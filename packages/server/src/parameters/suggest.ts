import { distance } from 'fastest-levenshtein'

/**
 * Returns the end of a message with the most likely candidate for a misspelt name: `; write filter.partyIds` for the
 * same name in another spelling, such as `filter.party_ids`; '' when nothing is similar.
 */
export function suggestion(name: string, candidates: readonly string[]): string {
  const meant = nearest(name, candidates)
  if (meant === undefined) return ''
  return plain(name) === plain(meant) ? `; write ${meant}` : `; did you mean ${meant}?`
}

/**
 * Returns the most likely candidate for a misspelt name: the same letters in another case or punctuation
 * (`pagination[first]`, `PartyIds`), the same last segment (`partyIds` for `filter.partyIds`), or a few typing errors.
 * Returns undefined when nothing is similar.
 */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const letters = plain(name.slice(0, 80))
  const mostErrors = Math.min(3, Math.ceil(letters.length / 4))
  const ranked = candidates.map(candidate => {
    const whole = plain(candidate)
    const errors = Math.min(distance(letters, whole), distance(letters, lastSegment(whole)))
    return { candidate, errors }
  })
  const [best] = ranked.toSorted((one, other) => one.errors - other.errors)
  return best && best.errors <= mostErrors ? best.candidate : undefined
}

function plain(name: string): string {
  return name
    .replace(/\[([^\]]*)\]/g, (_, key: string) => (key === '' ? '' : `.${key}`))
    .replace(/[_-]/g, '')
    .toLowerCase()
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
