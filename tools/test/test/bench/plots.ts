type Bar = readonly [label: string, value: number, unit: string]

/** Draws the plots of the guide on capacity from its tables, the output of `pnpm bench`. Returns them by file name. */
export function plotsOf(guide: string): Record<string, string> {
  /** The cells of each row of the table that begins with this text. */
  const rowsOf = (begin: string) => {
    const [table = ''] = guide.slice(guide.indexOf(begin)).split('\n\n', 1)
    return table.split('\n').map(row => row.split('|').map(cell => cell.trim()))
  }
  const number = (cell = '') => Number.parseFloat(cell.replace(',', ''))
  const clients = rowsOf('| clients |').slice(2)
  const successful = clients.map((row): Bar => [row[1] ?? '', number(row[2]), ''])
  const within = clients.map((row): Bar => [row[1] ?? '', number(row[4]), ' ms'])
  const list = rowsOf('| list, filter').find(row => row[1] === 'stop orders')
  const bytes = number(rowsOf('| records ').find(row => row[1] === 'orders')?.[2])
  const most = number(list?.[2])
  const time: Bar[] = [
    ['100 k', 1, ''],
    ['1 M', most / number(list?.[3]), ''],
    ['15 M', most, ''],
  ]
  const size = [0.1, 1, 15].map(
    (millions, place): Bar => [time[place]?.[0] ?? '', (millions * bytes) / 1000, ' GB'],
  )
  return {
    'capacity-clients.svg': plot(
      'clients: successful responses to the peak',
      successful,
      '99 of 100 within',
      within,
    ),
    'capacity-orders.svg': plot('orders: time of a page to 100 k', time, 'size of the orders', size),
  }
}

/** Draws two groups of bars, each with its own scale, in the colours of the page. */
function plot(leftTitle: string, left: readonly Bar[], rightTitle: string, right: readonly Bar[]): string {
  const group = (x0: number, title: string, bars: readonly Bar[]) => {
    const highest = Math.max(...bars.map(([, value]) => value))
    const drawn = bars.map(([label, value, unit], index) => {
      const [x, height] = [x0 + 80 * index, Math.max(1, Math.round((120 * value) / highest))]
      const text = value < 10 ? value.toFixed(2) : value.toLocaleString('en')
      return `<rect x="${x}" y="${170 - height}" width="60" height="${height}" fill="var(--sl-color-accent-low)" stroke="var(--sl-color-accent)"/>
<text x="${x + 30}" y="${162 - height}" text-anchor="middle" font-size="11">${text}${unit}</text>
<text x="${x + 30}" y="188" text-anchor="middle" font-size="11" opacity=".75">${label}</text>`
    })
    return [`<text x="${x0}" y="20" font-weight="600">${title}</text>`, ...drawn].join('\n')
  }
  return `<svg viewBox="0 0 720 195" aria-hidden="true" font-family="inherit" font-size="13" fill="currentColor">
${group(20, leftTitle, left)}
${group(380, rightTitle, right)}
</svg>
`
}
