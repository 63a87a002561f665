import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code on a page, as its button copies it. */
export interface Block {
  readonly language: string
  readonly code: string
  /** True for a piece of a file that the page links. */
  readonly isExcerpt: boolean
}

/** The blocks of code of a page of a built site. */
export function blocksOf(folder: string, path: string): Block[] {
  const html = readFileSync(join(folder, path, 'index.html'), 'utf8')
  const blocks = html.matchAll(
    /<pre data-language="([^"]+)"[\s\S]*?data-code="([^"]*)"[\s\S]*?<\/figure><\/div>(\s*<p>An excerpt of )?/g,
  )
  return [...blocks].map(([, language = '', code = '', excerpt]) => ({
    language,
    code: decoded(code).replaceAll('\u007f', '\n'),
    isExcerpt: excerpt !== undefined,
  }))
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED[name ?? ''] ?? whole)
    },
  )
}
