import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import TurndownService from 'turndown'
import { tables } from 'turndown-plugin-gfm'
import { base, origin, root, twin, url } from '../site/address.ts'

/** Parts of a page that only people need. */
const FOR_PEOPLE = '[data-markdown-ignore], script, .sl-anchor-link'

const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
})
  .use(tables)
  .addRule('term', { filter: 'dt', replacement: words => `\n\n**${words.trim()}**: ` })
  .addRule('definition', { filter: 'dd', replacement: words => `${words.trim()}\n\n` })
// Programs read the words as they are, and nothing shows them as HTML.
turndown.escape = words => words

/** Writes each page of a built site as markdown too, beside its folder. */
export function writeMarkdownTwins(folder: string): void {
  for (const file of globSync('**/index.html', { cwd: folder })) {
    const page = parse(readFileSync(join(folder, file), 'utf8'))
    const [title, banner, content] = ['h1', '.sl-banner', '.sl-markdown-content'].map(part =>
      page.querySelector(part),
    )
    if (!title || !content) throw new Error(`${file} has no title or no content`)
    const text = [
      `# ${title.text}`,
      `> All pages for machines: [llms.txt](${url('llms.txt')})`,
      ...(banner ? [`> ${markdownOf(banner)}`] : []),
      markdownOf(content),
      '',
    ]
    writeFileSync(join(folder, twin(file.replace(/index\.html$/, ''))), text.join('\n\n'))
  }
}

function markdownOf(content: HTMLElement): string {
  for (const part of content.querySelectorAll(FOR_PEOPLE)) part.remove()
  for (const panel of content.querySelectorAll('.panel'))
    panel.insertAdjacentHTML('afterbegin', `<p>${panel.getAttribute('aria-label')}:</p>`)
  for (const picture of content.querySelectorAll('.picture'))
    picture.replaceWith(`<p><em>Picture: ${picture.getAttribute('aria-label')}</em></p>`)
  for (const link of content.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) link.replaceWith(link.innerHTML)
    // The banner of an old release leads to the newest one.
    else if (href === root && root !== base) link.setAttribute('href', `${origin}${root}${twin('')}`)
    else if (href.startsWith(base)) link.setAttribute('href', wholeAddress(href.slice(base.length)))
  }
  return turndown.turndown(content.innerHTML)
}

/** Programs lose the address that a relative link needs. A link to a page leads to its markdown. */
function wholeAddress(path: string): string {
  const [page = '', anchor] = path.split('#')
  return url(/^$|\/$/.test(page) ? twin(page) : page) + (anchor === undefined ? '' : `#${anchor}`)
}
