/** A table for a person to read. The first column is text, the others are figures. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map(cells => cells[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map(cells => `  ${cells.map(pad).join('   ').trimEnd()}\n`).join('')
}

/** A whole number with separated thousands, or `-`. */
export function count(number: number): string {
  return Number.isFinite(number) ? Math.round(number).toLocaleString('en') : '-'
}

/** A ratio with two decimal places, or `-`. */
export function ratio(number: number | undefined): string {
  return number !== undefined && Number.isFinite(number) ? number.toFixed(2) : '-'
}

export function micros(number: number): string {
  return `${number.toFixed(number < 100 ? 1 : 0)} us`
}

export function showStatus(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : '')
}
