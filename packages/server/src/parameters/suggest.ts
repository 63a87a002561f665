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
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const letters = plain(name.slice(0, 80))
  const mostErrors = Math.min(3, Math.ceil(letters.length / 4))
  let best: string | undefined
  let fewest = mostErrors + 1
  for (const candidate of candidates) {
    const whole = plain(candidate)
    const errors = Math.min(distance(letters, whole), distance(letters, lastSegment(whole)))
    if (errors < fewest) {
      best = candidate
      fewest = errors
    }
  }
  return best
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

/** Counts typing errors between two words: letters that are added, missing, replaced, or swapped. */
function distance(from: string, to: string): number {
  let twoBack: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let errors = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        errors = Math.min(errors, twoBack[column - 2]! + 1)
      }
      current.push(errors)
    }
    twoBack = previous
    previous = current
  }
  return previous[to.length]!
}
