import type { Code } from './code.ts'

/** Replaces the code in the sample tabs of a page. */
export function showSamples(page: ParentNode, samples: readonly Code[]): void {
  for (const { label, code } of samples) {
    const block = page.querySelector(`.panel[aria-label$=": ${label}"] .expressive-code`)
    const lines = code.split('\n').map(text => {
      const line = document.createElement('div')
      const inner = document.createElement('div')
      line.className = 'ec-line'
      inner.className = 'code'
      // An empty line would have no height.
      inner.textContent = text || '\n'
      line.append(inner)
      return line
    })
    block?.querySelector('code')?.replaceChildren(...lines)
    const button = block?.querySelector<HTMLElement>('[data-code]')
    if (button) button.dataset.code = code.replaceAll('\n', '\u007f')
  }
}
