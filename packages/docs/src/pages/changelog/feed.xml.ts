import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { url } from '../../site/address.ts'
import { inline } from '../../site/inline.ts'
import { releaseHistory } from '../../site/release-history.ts'

/** The releases as RSS. */
export const GET: APIRoute = () =>
  rss({
    title: 'Trading Network Query API: versions',
    description: 'Each version of the contract with its changes.',
    site: url(''),
    items: releaseHistory().flatMap(({ name, slug, date, notes }) =>
      date === undefined
        ? []
        : [
            {
              title: `Version ${name}`,
              link: url(`changelog/#${slug}`),
              pubDate: new Date(`${date}T00:00:00Z`),
              content: `<ul>${notes.map(note => `<li>${inline(note)}</li>`).join('')}</ul>`,
            },
          ],
    ),
  })
