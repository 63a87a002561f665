const MARKER = /^\s*(?:\/\/|#) #(region|endregion) ?(\S*)$/

/**
 * The lines between `#region <name>` and `#endregion` without their common indentation, if the text has the region.
 * Without a name, the whole text without these marks.
 */
export function regionOf(text: string, name: string | undefined): string | undefined {
  const lines = text.trimEnd().split('\n')
  if (name === undefined) return lines.filter(line => !MARKER.test(line)).join('\n')
  const start = lines.findIndex(line => MARKER.exec(line)?.[2] === name)
  const end = lines.findIndex((line, index) => index > start && MARKER.exec(line)?.[1] === 'endregion')
  if (start === -1 || end === -1) return undefined
  const inside = lines.slice(start + 1, end)
  const indent = Math.min(...inside.filter(line => line.trim() !== '').map(line => line.search(/\S/)))
  return inside.map(line => line.slice(indent)).join('\n')
}
