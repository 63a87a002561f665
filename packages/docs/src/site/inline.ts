import { escaped } from '../code/html.ts'
import { href } from './address.ts'

/**
 * A description of the contract as HTML: code in backticks, bold in asterisks, and constants such as `STATUS_PENDING`
 * as code even where the contract writes them bare.
 */
export function inline(text: string): string {
  return escaped(text)
    .split(/(`[^`]+`)/)
    .map(part =>
      part.startsWith('`')
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(
              /\[([^\]]+)\]\(\/([^)]*)\)/g,
              (_, words: string, path: string) => `<a href="${href(path)}">${words}</a>`,
            )
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, '<code>$&</code>'),
    )
    .join('')
}
