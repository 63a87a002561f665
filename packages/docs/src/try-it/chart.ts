import type { Chart } from '../guides/advice.ts'
import { type Edge, valueAt } from './record-table.ts'

const [WIDTH, HEIGHT] = [600, 90]
/** The classes of colours of code. */
const SERIES = ['k', 'n', 'o']

/** A line or bars over records, with a colour for each series; undefined for too few of them. */
export function chartOf({ kind, x, y, series }: Chart, edges: readonly Edge[]): SVGSVGElement | undefined {
  const points = edges.map(({ node }) => ({
    at: Number(valueAt(node, x)),
    // For the height of a pixel a floating-point number is exact enough.
    value: Number(valueAt(node, y)),
    of: valueAt(node, series),
  }))
  const groups = [...Map.groupBy(points, ({ of }) => of)].slice(0, 3)
  const shown = groups.flatMap(([, each]) => each)
  const [from, to] = [Math.min(...shown.map(({ at }) => at)), Math.max(...shown.map(({ at }) => at))]
  if (shown.length < 2 || from === to) return undefined
  const svg = make('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'chart',
    role: 'img',
    preserveAspectRatio: 'none',
  })
  svg.setAttribute('aria-label', `${y} by ${x}: ${groups.map(([name]) => name).join(', ')}`)
  for (const [index, [, group]] of groups.entries()) {
    const sums = [...Map.groupBy(group, ({ at }) => at)].map(
      ([at, each]) => [at, kind === 'line' ? (each[0]?.value ?? 0) : sum(each)] as const,
    )
    const values = sums.map(([, value]) => value)
    // Amounts of different assets have different scales: each series has its own.
    const low = kind === 'line' ? Math.min(...shown.map(({ value }) => value)) : 0
    const high = kind === 'line' ? Math.max(...shown.map(({ value }) => value)) : Math.max(...values)
    const left = (at: number) => ((at - from) / (to - from)) * (WIDTH - 12) + 4
    const top = (value: number) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8)
    const path = sums.map(([at, value], point) =>
      kind === 'line'
        ? `${point === 0 ? 'M' : 'L'}${left(at).toFixed(1)} ${top(value).toFixed(1)}`
        : `M${(left(at) + index * 3).toFixed(1)} ${HEIGHT}V${top(value).toFixed(1)}`,
    )
    svg.append(
      make('path', { d: path.join(''), class: SERIES[index] ?? '', 'vector-effect': 'non-scaling-stroke' }),
    )
  }
  return svg
}

function sum(points: readonly { readonly value: number }[]): number {
  return points.reduce((total, { value }) => total + value, 0)
}

function make<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
