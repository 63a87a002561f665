import { withoutSecrets } from '../contract/request.ts'
import { isForCallers, LOCAL_SERVER } from './server.ts'
import { keep, kept } from './storage.ts'

// Set by the build, see astro.config.ts.
declare const DOCS_SERVER: string | undefined
declare const DOCS_SERVES_API: boolean

const TYPED = 'base-url'

/** The base URL in the pages as they were built. */
const built = DOCS_SERVER ?? LOCAL_SERVER
/** The base URL that the samples of this page show now. */
let shown = built

/** The base URL until the reader types one: the configured URL, the origin of a server's own pages, or a local URL. */
export function defaultBaseUrl(): string {
  return DOCS_SERVES_API ? location.origin : built
}

/** True where a network is known to answer: pages that a server serves, and those whose publisher names one. */
export function hasServer(): boolean {
  return DOCS_SERVES_API || DOCS_SERVER !== undefined
}

/** The base URL of samples and forms on every page. */
export function baseUrl(): string {
  return kept(TYPED) ?? defaultBaseUrl()
}

/** Keeps the base URL that the reader typed, without its secrets; all samples get it. */
export function keepBaseUrl(typed: string): void {
  const safe = withoutSecrets(typed)
  keep(TYPED, safe === defaultBaseUrl() ? undefined : safe)
  showBaseUrl()
}

/** Puts the base URL into the samples of the page. */
function showBaseUrl(): void {
  const wanted = baseUrl()
  for (const block of document.querySelectorAll('.code-tabs pre')) {
    if (!isForCallers(block.textContent ?? '')) continue
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.textContent = node.textContent?.replaceAll(shown, wanted) ?? ''
  }
  shown = wanted
}

showBaseUrl()
