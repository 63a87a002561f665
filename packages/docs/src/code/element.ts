/** An element with a class and content. */
export function elementOf<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  kind: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (kind !== '') element.className = kind
  element.append(...content)
  return element
}
