import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { base, href, servers, url } from './src/site/address.ts'
import { sidebar } from './src/site/sidebar.ts'

export default defineConfig({
  base,
  // Links end in a slash, as the folders do that a static server finds the pages in.
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  vite: { define: { DOCS_SERVERS: JSON.stringify(servers), DOCS_BASE: JSON.stringify(base) } },
  integrations: [
    starlight({
      title: 'Trading Network',
      description: 'Reference of the Trading Network Query API',
      sidebar: sidebar(),
      customCss: ['./src/styles/theme.css', './src/styles/reference.css', './src/styles/try-it.css'],
      components: {
        Head: './src/components/Head.astro',
        Search: './src/components/Search.astro',
        SocialIcons: './src/components/VersionMenu.astro',
      },
      credits: false,
      lastUpdated: false,
      expressiveCode: {
        // Ids are long; a line that breaks is read, one that scrolls is not.
        defaultProps: { wrap: true },
        styleOverrides: { borderRadius: '0.5rem', codeFontSize: '0.8125rem' },
      },
      head: [
        { tag: 'link', attrs: { rel: 'sitemap', href: href('sitemap.xml') } },
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
