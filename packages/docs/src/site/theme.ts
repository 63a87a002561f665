import { keep } from './storage.ts'

/** The colours follow the system until the reader presses the button. A script in the head reads the choice. */
const dark = matchMedia('(prefers-color-scheme: dark)')
for (const button of document.querySelectorAll('[data-theme-button]'))
  button.addEventListener('click', () => {
    const { style } = document.documentElement
    const isDark = style.colorScheme ? style.colorScheme === 'dark' : dark.matches
    style.colorScheme = isDark ? 'light' : 'dark'
    keep('scheme', style.colorScheme)
  })
