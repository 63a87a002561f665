import { createHash } from 'node:crypto'
import sitemap from '@astrojs/sitemap'
import starlight from '@astrojs/starlight'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import { sidebar } from './src/guides/sidebar.ts'
import { base, href, isPlaced, origin, place, root, server, url } from './src/site/address.ts'
import { themeScript } from './src/site/theme-script.ts'

/** A font of a package. A page that is read before it has come keeps the fallback: it never moves. */
const font = (name: string, cssVariable: `--${string}`, src: string, fallback: string) => ({
  provider: fontProviders.local(),
  name,
  cssVariable,
  fallbacks: [fallback] as [string],
  options: {
    variants: [{ src: [src], weight: '100 900', style: 'normal', display: 'optional' }],
  } as Variants,
})

type Variants = { variants: [{ src: [string]; weight: string; style: 'normal'; display: 'optional' }] }

export default defineConfig({
  site: origin,
  base,
  // Links end in a slash, as the folders do that a static server finds the pages in.
  trailingSlash: 'always',
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  fonts: [
    font(
      'Inter',
      '--font-text',
      '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
      'sans-serif',
    ),
    font(
      'JetBrains Mono',
      '--font-code',
      '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
      'monospace',
    ),
  ],
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "img-src 'self' data:",
        // The form sends requests to any network that the reader enters.
        "connect-src 'self' http: https:",
      ],
      scriptDirective: {
        resources: ["'self'"],
        hashes: [`sha256-${createHash('sha256').update(themeScript).digest('base64')}`],
      },
      styleDirective: {
        // The colours of code in guides are style attributes, which cannot run anything.
        resources: [
          { resource: "'self'", kind: 'element' },
          { resource: "'unsafe-inline'", kind: 'attribute' },
        ],
      },
    },
  },
  vite: {
    define: {
      DOCS_SERVER: server ? JSON.stringify(server) : 'undefined',
      DOCS_BASE: JSON.stringify(base),
      // A server's own site has no address of its own.
      DOCS_SERVES_API: JSON.stringify(!isPlaced && !server),
      DOCS_VERSIONS: isPlaced ? JSON.stringify(`${root}versions.json`) : 'undefined',
    },
  },
  integrations: [
    // Only the newest release is for search engines.
    sitemap({ filter: () => place === '' }),
    starlight({
      title: 'Trading Network',
      description: 'Reference of the Trading Network Query API',
      sidebar: sidebar(),
      customCss: [
        './src/styles/theme.css',
        './src/styles/navigation.css',
        './src/styles/start.css',
        './src/styles/reference.css',
        './src/styles/code.css',
        './src/styles/try-it.css',
      ],
      components: {
        Head: './src/components/Head.astro',
        Header: './src/components/Header.astro',
        PageTitle: './src/components/PageTitle.astro',
        Sidebar: './src/components/Sidebar.astro',
        ThemeProvider: './src/components/ThemeProvider.astro',
      },
      pagefind: false,
      routeMiddleware: './src/site/head-links.ts',
      credits: false,
      disable404Route: true,
      lastUpdated: false,
      // The site paints all its code alike: see loader.ts.
      expressiveCode: false,
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
