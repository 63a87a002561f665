/** A text for each format. */
export const formatExamples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  time: '09:30:00Z',
  uuid: '6f1c1b5e-9d0f-4a53-8f0e-2f7b1c9a4d10',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  'uri-reference': '/example',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

const integers = /^u?int(32|64)$/

/** A text of a format. JSON carries large integers as text. */
export function textOf(format: string): string | undefined {
  return integers.test(format) ? '1' : formatExamples[format]
}

/** True for a value that has a format for certain; undefined for one that may have it. An unknown format admits any text. */
export function hasFormat(value: string | number, format: string): true | undefined {
  if (integers.test(format)) return /^\d{1,9}$/.test(String(value)) || undefined
  return (
    typeof value === 'number' || !(format in formatExamples) || value === formatExamples[format] || undefined
  )
}
