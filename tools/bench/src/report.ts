/** A table that a person reads: the first column is text, the others are figures. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('   ')
  return [line(headings), ...rows.map(line)].map(text => `  ${text.trimEnd()}\n`).join('')
}

function pad(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

/** A whole number with thousands set apart. */
export function count(number: number): string {
  return Math.round(number).toLocaleString('en')
}

/** A ratio, to two places. */
export function ratio(number: number): string {
  return Number.isFinite(number) ? number.toFixed(2) : '-'
}

/** Bytes as a person reads them. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

/** Microseconds of a quick thing. */
export function micros(number: number): string {
  return `${number.toFixed(number < 100 ? 1 : 0)} us`
}
