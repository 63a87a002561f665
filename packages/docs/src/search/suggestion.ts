// Set by the build, see astro.config.ts.
declare const DOCS_BASE: string

const box = document.querySelector('site-search .search-container')
const suggestion = document.createElement('p')
suggestion.className = 'suggestion'
suggestion.setAttribute('role', 'status')

/** Loads the words with the first search. */
let correction: Promise<(text: string) => string | undefined> | undefined
async function load(): Promise<(text: string) => string | undefined> {
  const [{ correctionWith }, response] = await Promise.all([
    import('./correction.ts'),
    fetch(`${DOCS_BASE}words.json`),
  ])
  return correctionWith((await response.json()) as string[])
}

/** Offers a correction above the results: the search itself tolerates no typing errors. */
async function suggest(input: HTMLInputElement): Promise<void> {
  const typed = input.value
  correction ??= load()
  const meant = (await correction)(typed)
  if (input.value !== typed) return
  if (meant === undefined) return suggestion.replaceChildren()
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = meant
  button.addEventListener('click', () => {
    input.value = meant
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  })
  suggestion.replaceChildren('Did you mean ', button, '?')
  box?.querySelector('.pagefind-ui__drawer')?.prepend(suggestion)
}

box?.addEventListener('input', event => void suggest(event.target as HTMLInputElement))
