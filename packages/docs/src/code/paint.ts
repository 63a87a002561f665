import { elementOf } from './element.ts'

/** A piece of code with its kind: a name or keyword, a string, a number, an option, or a comment. */
export type Piece = readonly [text: string, kind: 'k' | 's' | 'n' | 'o' | 'q' | '']

const KEYWORDS =
  'import|from|const|let|for|of|in|if|not|throw|new|await|async|return|with|as|print|package|func|var|defer|public|class|static|void|function|interface|readonly|extends|throws|true|false|null|nil|try|except|raise|else'
const TOKEN = new RegExp(
  [
    String.raw`(?<q>(?<!\S)(?:\/\/|#).*)`,
    // A base URL is one piece, also without quotes: the page puts that of the reader in its place.
    String.raw`(?<s>https?:[^\s'"\x60]+|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\])*'?|\x60[^\x60]*\x60?)`,
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

/** The lines of code, each with its indent: a line that wraps goes on below its own start. */
export function linesOf(code: string): { readonly pieces: readonly Piece[]; readonly indent: number }[] {
  const lines: Piece[][] = [[]]
  for (const [text, kind] of piecesOf(code))
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push([part, kind])
    }
  return lines.map(pieces => ({ pieces, indent: pieces[0]?.[0].match(/^ */)?.[0].length ?? 0 }))
}

/** Pieces as nodes of the page. */
export function painted(pieces: readonly Piece[]): (string | HTMLElement)[] {
  return pieces.map(([text, kind]) => (kind === '' ? text : elementOf('span', kind, text)))
}

/** Code as nodes of the page, in lines. */
export function paintedCode(code: string): (string | HTMLElement)[] {
  return linesOf(code).flatMap(({ pieces, indent }, index) => [
    ...(index > 0 ? ['\n'] : []),
    paintedLine(indent, ...painted(pieces)),
  ])
}

/** One line. Where it wraps, it goes on further right than it began. */
export function paintedLine(indent: number, ...content: (string | Node)[]): HTMLElement {
  const line = elementOf('span', 'line', ...content)
  line.style.setProperty('--indent', String(indent))
  return line
}
