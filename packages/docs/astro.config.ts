import sitemap from '@astrojs/sitemap'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { base, href, isPlaced, origin, servers, url } from './src/site/address.ts'
import { sidebar } from './src/site/sidebar.ts'

export default defineConfig({
  site: origin,
  base,
  // Links end in a slash, as the folders do that a static server finds the pages in.
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  vite: {
    define: {
      DOCS_SERVERS: JSON.stringify(servers),
      DOCS_BASE: JSON.stringify(base),
      // A server's own site has no address of its own.
      DOCS_SERVES_API: JSON.stringify(!isPlaced && servers.length === 0),
    },
  },
  integrations: [
    // Other versions are the same pages again, and say so by a canonical link.
    sitemap({ filter: page => !page.startsWith(url('v/')) && !page.startsWith(url('next/')) }),
    starlight({
      title: 'Trading Network',
      description: 'Reference of the Trading Network Query API',
      sidebar: sidebar(),
      customCss: [
        './src/styles/theme.css',
        './src/styles/navigation.css',
        './src/styles/reference.css',
        './src/styles/try-it.css',
      ],
      components: {
        Head: './src/components/Head.astro',
        PageTitle: './src/components/PageTitle.astro',
        Search: './src/components/Search.astro',
        SkipLink: './src/components/SkipLink.astro',
        SocialIcons: './src/components/VersionMenu.astro',
      },
      pagefind: false,
      routeMiddleware: './src/site/head-links.ts',
      credits: false,
      disable404Route: true,
      lastUpdated: false,
      expressiveCode: {
        // Ids are long; a line that breaks is read, one that scrolls is not.
        defaultProps: { wrap: true },
        styleOverrides: { borderRadius: '0.5rem', codeFontSize: '0.8125rem' },
      },
      head: [
        {
          tag: 'link',
          attrs: {
            rel: 'alternate',
            type: 'application/rss+xml',
            title: 'Versions of the contract',
            href: href('changelog/feed.xml'),
          },
        },
        { tag: 'meta', attrs: { property: 'og:image', content: url('og.png') } },
        {
          tag: 'meta',
          attrs: {
            property: 'og:image:alt',
            content: 'Trading Network Query API: nine read-only operations, one contract',
          },
        },
      ],
    }),
  ],
})
