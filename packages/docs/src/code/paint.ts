/** A piece of code with its kind: a name or keyword, a string, a number, an option, or a comment. */
export type Piece = readonly [text: string, kind: 'k' | 's' | 'n' | 'o' | 'q' | '']

const KEYWORDS =
  'import|from|const|let|for|of|in|if|not|throw|new|await|async|return|with|as|print|package|func|var|defer|public|class|static|void|throws|true|false|null|nil|try|except|raise|else'
const TOKEN = new RegExp(
  [
    String.raw`(?<q>(?<!\S)(?:\/\/|#).*)`,
    String.raw`(?<s>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\])*'?|\x60[^\x60]*\x60?)`,
    String.raw`(?<k>\b(?:${KEYWORDS})\b|(?<=^|\n)curl\b)`,
    String.raw`(?<n>\b\d+(?:\.\d+)?\b)`,
    String.raw`(?<o>(?<!\S)--[\w-]+|\\(?=\n))`,
  ].join('|'),
  'g',
)

/**
 * Code in pieces with the colours of the site: samples, recorded and live responses look alike. It knows what the
 * languages of the samples have in common, and no more.
 */
export function piecesOf(code: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(TOKEN)) {
    if (index > end) pieces.push([code.slice(end, index), ''])
    end = index + text.length
    const [kind = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    // The name of a field of JSON.
    const isName = kind === 's' && /^\s*:/.test(code.slice(end, end + 4))
    pieces.push([text, isName ? 'k' : (kind as Piece[1])])
  }
  if (end < code.length) pieces.push([code.slice(end), ''])
  return pieces
}

/** The same as nodes of the page. */
export function painted(code: string): (string | HTMLElement)[] {
  return piecesOf(code).map(([text, kind]) => {
    if (kind === '') return text
    const span = document.createElement('span')
    span.className = kind
    span.textContent = text
    return span
  })
}
