import { keep, kept } from './storage.ts'

/** Keeps the language a reader chose: on every group of tabs with the same name, and on the next page. */
for (const group of document.querySelectorAll<HTMLElement>('[data-kept]')) {
  const key = `tabs-${group.dataset.kept}`
  for (const radio of group.querySelectorAll('input')) if (radio.value === kept(key)) radio.checked = true
  group.addEventListener('change', event => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'radio')
      keep(key, event.target.value)
  })
}

/** Copies the program of the chosen tab, or the text beside the button. */
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-copies]') : null
  if (!button) return
  const code = [...button.parentElement!.querySelectorAll<HTMLElement>('code')].find(each =>
    each.checkVisibility(),
  )
  await navigator.clipboard.writeText(code?.textContent ?? '')
  const label = button.textContent
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = label
  }, 1500)
})
