/** Keeps the language a reader chose: on every group of tabs with the same name, and on the next page. */
for (const group of document.querySelectorAll<HTMLElement>('[data-kept]')) {
  const key = `tabs-${group.dataset.kept}`
  const choose = (label: string | null) => {
    for (const radio of group.querySelectorAll('input')) if (radio.value === label) radio.checked = true
  }
  choose(localStorage.getItem(key))
  group.addEventListener('change', event => {
    if (event.target instanceof HTMLInputElement) localStorage.setItem(key, event.target.value)
  })
}
