import { elementOf } from '../code/element.ts'

/** Set by the build, see astro.config.ts; the versions by that of a published site. */
declare const DOCS_VERSIONS: string | undefined
declare const DOCS_BASE: string

/** The other versions of a published site. An old page learns here of the releases after it. */
for (const menu of document.querySelectorAll<HTMLElement>('[data-versions]'))
  menu.addEventListener('beforetoggle', async () => {
    if (DOCS_VERSIONS === undefined || menu.dataset.loaded) return
    const response = await fetch(DOCS_VERSIONS)
    if (!response.ok) return
    menu.dataset.loaded = 'true'
    const root = DOCS_VERSIONS.replace(/[^/]*$/, '')
    const places = (await response.json()) as readonly { name: string; place: string }[]
    const links = places.map(({ name, place }) => {
      const link = elementOf('a', '', name)
      // The same page, where that version has it. Its own page for missing addresses leads on.
      link.href = `${root}${place}${location.pathname.slice(DOCS_BASE.length)}`
      return link
    })
    menu.prepend(...links)
  })
