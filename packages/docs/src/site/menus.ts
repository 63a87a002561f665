/** A menu closes at Escape, and at a click outside of it. */
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>(':is(.versions, .page-menu)[open]')

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})
