import type { APIRoute } from 'astro'
import { markdownPages } from '../markdown/pages.ts'
import { text } from '../site/text.ts'

/** The words of the current pages, the most frequent first, for the suggestions of the search. */
export const GET: APIRoute = () => {
  const counts = new Map<string, number>()
  for (const { path, markdown } of markdownPages())
    if (!path.startsWith('v/'))
      for (const [word] of markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\b[a-z][a-z_]{2,}\b/gi))
        counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
  // Of several spellings, such as `order` and `Order`, only the most frequent one.
  const spellings = new Map<string, string>()
  for (const word of frequent) if (!spellings.has(word.toLowerCase())) spellings.set(word.toLowerCase(), word)
  return text(JSON.stringify([...spellings.values()]), 'application/json')
}
