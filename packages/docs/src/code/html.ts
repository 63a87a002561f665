import { linesOf } from './paint.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, character => ESCAPES[character] ?? character)
}

/** Code as HTML, for pages as they are built. */
export function htmlOf(code: string): string {
  const lines = linesOf(code).map(({ pieces, indent }) => {
    const spans = pieces.map(([text, kind]) =>
      kind === '' ? escaped(text) : `<span class="${kind}">${escaped(text)}</span>`,
    )
    return `<span class="line"${indent > 0 ? ` style="--indent:${indent}"` : ''}>${spans.join('')}</span>`
  })
  return lines.join('\n')
}
