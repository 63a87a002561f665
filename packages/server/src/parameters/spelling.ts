/** Returns the spellings of a wire name: each dotted segment in lowerCamelCase or snake_case, like the public API. */
export function spellings(name: string): string[] {
  const forms = name.split('.').map(segment => {
    const snake = segment.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    return snake === segment ? [segment] : [segment, snake]
  })
  return forms.reduce((heads, tails) => heads.flatMap(head => tails.map(tail => `${head}.${tail}`)))
}

/** Decodes a query component (`+` is a space). Returns undefined for a malformed percent escape. */
export function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
