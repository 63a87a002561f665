/** Set by the build of a published site, see astro.config.ts. */
declare const DOCS_VERSIONS: string | undefined

/** The other versions of a published site. An old page learns here of the releases after it. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('.versions'))
  menu.addEventListener('toggle', async () => {
    if (!menu.open || DOCS_VERSIONS === undefined || menu.dataset.loaded) return
    const response = await fetch(DOCS_VERSIONS)
    if (!response.ok) return
    menu.dataset.loaded = 'true'
    const root = DOCS_VERSIONS.replace(/[^/]*$/, '')
    const places = (await response.json()) as readonly { name: string; place: string }[]
    const items = places.map(({ name, place }) => {
      const link = document.createElement('a')
      link.href = `${root}${place}`
      link.textContent = name
      const item = document.createElement('li')
      item.append(link)
      return item
    })
    menu.querySelector('ul')?.prepend(...items)
  })
