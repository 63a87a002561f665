import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { releases } from '../../guides/changelog.ts'
import { url } from '../../site/address.ts'
import { inline } from '../../site/inline.ts'

/** The releases as RSS. */
export const GET: APIRoute = () =>
  rss({
    title: 'Trading Network Query API: versions',
    description: 'Each version of the contract with its changes.',
    site: url(''),
    items: releases
      .filter(({ date }) => date !== undefined)
      .map(({ version, date, notes }) => ({
        title: `Version ${version}`,
        link: url(`changelog/#${version.replaceAll('.', '')}`),
        pubDate: new Date(`${date}T00:00:00Z`),
        content: `<ul>${notes.map(note => `<li>${inline(note)}</li>`).join('')}</ul>`,
      })),
  })
