/** Decodes a query component (`+` is a space). Returns undefined for a malformed percent escape. */
export function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
