import { copyText } from './copy.ts'
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
document.addEventListener('click', ({ target }) => {
  const button = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-copies]') : null
  const codes = button ? [...button.parentElement!.querySelectorAll<HTMLElement>('code')] : []
  if (button) void copyText(button, codes.find(each => each.checkVisibility())?.textContent ?? '')
})
