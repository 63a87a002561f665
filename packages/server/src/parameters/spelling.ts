/** A wire name with each dotted segment in lowerCamelCase or snake_case, as the public reference accepts them. */
export function spellings(name: string): string[] {
  const forms = name.split('.').map(segment => {
    const snake = segment.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    return snake === segment ? [segment] : [segment, snake]
  })
  return forms.reduce((heads, tails) => heads.flatMap(head => tails.map(tail => `${head}.${tail}`)))
}

/** Decodes a query component (`+` is a space); undefined when a percent escape is malformed. */
export function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
