import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'

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
  // By default it reads a `pre` as text.
  const page = parse(html, { blockTextElements: { script: true, style: true } })
  return page.querySelectorAll('.block').map(block => ({
    language: block.querySelector('code')?.classNames.replace('language-', '') ?? '',
    code: block.querySelector('code')?.text ?? '',
    isExcerpt: block.nextElementSibling?.text.startsWith('An excerpt of ') ?? false,
  }))
}
