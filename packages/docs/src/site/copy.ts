/** Copies a text, and says on the button that it has, or that the browser refuses. */
export async function copyText(button: HTMLElement, text: string): Promise<void> {
  const isCopied = await written(text)
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isCopied ? 'Copied' : 'Not copied: the browser refuses'
  setTimeout(() => {
    button.textContent = button.dataset.label ?? ''
  }, 2000)
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Only https and this machine have a clipboard (a secure context). Others have the older way.
    const field = document.createElement('textarea')
    field.value = text
    // Over an open dialog too, and without a scroll of the page.
    ;(document.activeElement?.closest('dialog') ?? document.body).append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    return isCopied
  }
}
