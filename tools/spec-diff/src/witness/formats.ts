/** Formats with an example and the texts that they admit. An unknown format admits every text. */
const formats: Readonly<Record<string, { example: string; pattern: RegExp }>> = {
  date: { example: '2026-01-31', pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ },
  'date-time': {
    example: '2026-01-31T09:30:00Z',
    pattern: /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  },
  time: { example: '09:30:00Z', pattern: /^\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/ },
  uuid: {
    example: '6f1c1b5e-9d0f-4a53-8f0e-2f7b1c9a4d10',
    pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  },
  email: { example: 'ada@example.org', pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/ },
  uri: { example: 'https://example.org/', pattern: /^[a-z][a-z\d+.-]*:\S+$/i },
  'uri-reference': { example: '/example', pattern: /^\S*$/ },
  hostname: { example: 'example.org', pattern: /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i },
  ipv4: { example: '192.0.2.1', pattern: /^\d{1,3}(\.\d{1,3}){3}$/ },
  ipv6: { example: '2001:db8::1', pattern: /^[\da-f:.]*:[\da-f:.]*$/i },
  byte: { example: 'dGV4dA==', pattern: /^[\w+/-]*={0,2}$/ },
}

/** The smallest and the largest integer of a format such as `int32`. */
function rangeOf(format: string): [bigint, bigint] | undefined {
  const [, unsigned, size] = /^(u?)int(8|16|32|64)$/.exec(format) ?? []
  if (size === undefined) return undefined
  const half = 2n ** BigInt(Number(size) - 1)
  return unsigned ? [0n, 2n * half - 1n] : [-half, half - 1n]
}

/** True if a text, or a number, has a format. An integer may be text, because JSON carries large ones as text. */
export function hasFormat(value: string | number | bigint, format: string): boolean {
  const range = rangeOf(format)
  if (!range) return typeof value !== 'string' || (formats[format]?.pattern.test(value) ?? true)
  if (!/^-?\d+$/.test(String(value))) return false
  return BigInt(value) >= range[0] && BigInt(value) <= range[1]
}

/** Texts of a format. */
export function textsOf(format: string): string[] {
  const range = rangeOf(format)
  const example = formats[format]?.example
  return range ? ['1', ...range.map(String)] : example === undefined ? [] : [example]
}

/** Numbers of a format that a double holds. */
export function numbersOf(format: string): number[] {
  return (rangeOf(format) ?? []).map(Number).filter(Number.isSafeInteger)
}
