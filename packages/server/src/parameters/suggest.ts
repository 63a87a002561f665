import { distance } from 'fastest-levenshtein'

/** So many characters of a name are compared. */
const MAX_NAME = 80

/** For each parameter of paging the names that other APIs have for it, without case and punctuation. */
const FOREIGN: Readonly<Record<string, string>> = {
  'pagination.first': 'limit count size top take max pagesize perpage maxresults',
  'pagination.after': 'page pagenumber offset skip start cursor nextcursor startingafter pagetoken nexttoken',
  'pagination.before': 'endingbefore prevcursor previouscursor',
  'pagination.newestFirst': 'sort sortby order orderby direction ascending descending reverse',
}

/**
 * Returns the end of a message with the most likely candidate for a misspelt name: `; write filter.partyIds` for the
 * same name in another spelling, such as `filter.party_ids`; '' when nothing is similar.
 */
export function suggestion(given: string, candidates: readonly string[]): string {
  // A pattern takes the square of the length of a hostile name.
  const name = given.slice(0, MAX_NAME)
  const word = plain(name).replaceAll('.', '')
  const translated = candidates.find(candidate => FOREIGN[candidate]?.split(' ').includes(word))
  if (translated) return `; for pages, write ${translated}`
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
  const letters = plain(name)
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
    .replace(/\[([^[\]]*)\]/g, (_, key: string) => (key === '' ? '' : `.${key}`))
    .replace(/[_-]/g, '')
    .toLowerCase()
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
