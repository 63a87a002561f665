import { painted } from '../code/paint.ts'
import type { Code } from './code.ts'

/** Replaces the code in the sample tabs of a page. */
export function showSamples(page: ParentNode, samples: readonly Code[]): void {
  for (const { label, code } of samples)
    page.querySelector(`.panel[aria-label="Request: ${label}"] code`)?.replaceChildren(...painted(code))
}
