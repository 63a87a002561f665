/** Copies the markdown of the page, where the clipboard may be written. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-markdown]')) {
  button.disabled = !navigator.clipboard
  button.addEventListener('click', async () => {
    const label = button.textContent
    const response = await fetch(button.dataset.copyMarkdown ?? '')
    if (response.ok) await navigator.clipboard.writeText(await response.text())
    button.textContent = response.ok ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}
