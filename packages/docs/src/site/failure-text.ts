/** Why a part of the page did not load, and what to do. */
export function failureText(what: string, error: unknown): string {
  const reason = navigator.onLine ? (error as Error).message : 'you are offline'
  return `${what}: ${reason}. Try again.`
}
