import { copyText } from './copy.ts'
import { failureText } from './failure-text.ts'

/** "Copy page" copies the markdown of the page. */
for (const button of document.querySelectorAll<HTMLElement>('[data-copy-page]'))
  button.addEventListener('click', async () => {
    const { page = '' } = button.dataset
    try {
      const response = await fetch(page)
      if (!response.ok) throw new Error(String(response.status))
      await copyText(button, await response.text())
    } catch (error) {
      button.textContent = failureText('Not copied', error)
    }
  })
