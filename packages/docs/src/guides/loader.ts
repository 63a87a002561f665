import type { Loader } from 'astro/loaders'
import { guides, pageMarkdown } from './guides.ts'

/** Gives Starlight the guides as pages, with what their snippets, pictures and links stand for. */
export function guidesLoader(): Loader {
  return {
    name: 'guides',
    load: async ({ store, parseData, renderMarkdown, generateDigest }) => {
      store.clear()
      for (const guide of guides) {
        const { id, title, description } = guide
        const body = pageMarkdown(guide)
        store.set({
          id,
          data: await parseData({ id, data: { title, description } }),
          body,
          digest: generateDigest(body),
          rendered: await renderMarkdown(body),
        })
      }
    },
  }
}
