import { keep } from './storage.ts'

/** The colours follow the system until the reader presses the button. A script in the head reads the choice. */
const dark = matchMedia('(prefers-color-scheme: dark)')
for (const button of document.querySelectorAll('[data-theme-button]'))
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement
    const isDark = dataset.scheme ? dataset.scheme === 'dark' : dark.matches
    dataset.scheme = isDark ? 'light' : 'dark'
    keep('scheme', dataset.scheme)
  })
