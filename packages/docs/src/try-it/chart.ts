import type { Chart } from '../guides/advice.ts'
import { type Edge, valueAt } from './list-page.ts'

/** The classes of colours of code, one for each series. */
const SERIES = ['k', 'n', 'o']

/** A line or bars over records, with a colour for each series; undefined for too few of them. */
export function chartOf({ kind, x, y, series }: Chart, edges: readonly Edge[]): SVGSVGElement | undefined {
  const points = edges.map(({ node }) => ({
    at: Number(valueAt(node, x)),
    // For the height of a pixel a floating-point number is exact enough.
    value: Number(valueAt(node, y)),
    of: valueAt(node, series),
  }))
  const groups = [...Map.groupBy(points, ({ of }) => of)].slice(0, SERIES.length)
  const shown = groups.flatMap(([, group]) => group)
  const [left, right] = rangeOf(shown.map(({ at }) => at))
  if (shown.length < 2 || left === right) return undefined
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'chart')
  // The style sheet gives the size. Both axes go from 0 to 1.
  svg.setAttribute('viewBox', '0 0 1 1')
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.role = 'img'
  svg.ariaLabel = `${y} by ${x}: ${groups.map(([name]) => name).join(', ')}`
  for (const [index, [, group]] of groups.entries()) {
    // Bars begin at zero. Amounts of different assets have different scales: each series has its own.
    const sums = [...Map.groupBy(group, ({ at }) => at)].map(([at, same]) => {
      const total = same.reduce((sum, { value }) => sum + value, 0)
      return { at, value: kind === 'line' ? same[0]!.value : total }
    })
    const [low, high] = rangeOf(
      kind === 'line' ? shown.map(each => each.value) : [0, ...sums.map(each => each.value)],
    )
    const steps = sums.map(({ at, value }, place) => {
      const across = (at - left) / (right - left) + (kind === 'bars' ? index * 0.005 : 0)
      const down = 1 - (value - low) / (high - low || 1)
      if (kind === 'bars') return `M${across.toFixed(4)} 1V${down.toFixed(4)}`
      return `${place === 0 ? 'M' : 'L'}${across.toFixed(4)} ${down.toFixed(4)}`
    })
    const path = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement
    path.setAttribute('class', SERIES[index]!)
    path.setAttribute('d', steps.join(''))
    svg.append(path)
  }
  return svg
}

function rangeOf(values: readonly number[]): readonly [low: number, high: number] {
  return [Math.min(...values), Math.max(...values)]
}
