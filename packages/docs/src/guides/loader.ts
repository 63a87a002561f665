import type { Loader } from 'astro/loaders'
import { parse } from 'node-html-parser'
import { htmlOf } from '../code/html.ts'
import { guides, pageMarkdown } from './guides.ts'
import { contractPages, lists } from './made.ts'

/**
 * Puts each table into a box that scrolls on a phone, also by the keyboard, a link to itself beside each heading, and code
 * into a block with its colours and a button.
 */
function forReaders<T extends { html: string }>(rendered: T): T {
  const open = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>'
  const html = rendered.html
    .replace(/<pre><code class="language-(\w+)">(.*?)\n<\/code><\/pre>/gs, (_, language, code) => {
      const painted = htmlOf(parse(code, { comment: true }).text)
      const pre = `<pre tabindex="0" role="group" aria-label="Code"><code class="language-${language}">${painted}</code></pre>`
      return `<div class="code-tabs block not-content">${pre}<button type="button" class="copies" data-copies data-markdown-ignore>Copy</button></div>`
    })
    .replaceAll('<table>', open)
    .replaceAll('</table>', '</table></div>')
    .replace(
      /(<h([23]) id="([^"]+)">)(.*?)(?=<\/h\2>)/g,
      '$&<a class="anchor" data-markdown-ignore href="#$3" aria-label="Link to this part">#</a>',
    )
  return { ...rendered, html }
}

/** Gives Starlight the pages in markdown, with their code, pictures and links filled in. */
export function guidesLoader(): Loader {
  return {
    name: 'guides',
    load: async ({ store, parseData, renderMarkdown, generateDigest }) => {
      store.clear()
      for (const page of [...guides, ...contractPages, ...lists]) {
        const { id, title, description } = page
        const body = pageMarkdown(page)
        store.set({
          id,
          data: await parseData({ id, data: { title, description } }),
          body,
          digest: generateDigest(body),
          rendered: forReaders(await renderMarkdown(body)),
        })
      }
    },
  }
}
