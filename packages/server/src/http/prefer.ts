/** An entry of a list: quoted texts, which may contain commas, and other characters. A quote may lack its end. */
const ENTRY = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/g
const WAIT = /^\s*wait\s*(?:=\s*(?:(\d+)|"(\d+)")\s*)?(?:;.*)?$/is
const NAMED_WAIT = /^\s*wait\s*(?:[=;]|$)/i

/**
 * Returns the seconds of `wait` in a `Prefer` header (RFC 7240), at most `maxWait`. Returns undefined without a valid
 * one: the RFC wants servers to ignore it then, and to read only the first of several.
 */
export function preferredWait(header: string | undefined, maxWait: number): number | undefined {
  const first = header?.match(ENTRY)?.find(entry => NAMED_WAIT.test(entry))
  const [, plain, quoted] = WAIT.exec(first ?? '') ?? []
  const seconds = plain ?? quoted
  return seconds === undefined ? undefined : Math.min(Number(seconds), maxWait)
}
