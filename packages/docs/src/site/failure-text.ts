/** Why a part of the page did not load, and what to do. */
export function failureText(what: string, error: unknown): string {
  const reason = navigator.onLine
    ? error instanceof Error
      ? error.message
      : String(error)
    : 'you are offline'
  return `${what}: ${reason}. Try again.`
}
