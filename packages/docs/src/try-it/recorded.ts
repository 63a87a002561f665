import { elementOf } from '../code/paint.ts'
import { chartOf } from './chart.ts'
import { type Edge, emptyTable, rowGroups } from './record-table.ts'
import type { RecordView } from './response-panel.ts'

/** Shows the recorded lists of a page as tables, or as the JSON that the page has. */
export function showRecorded(page: HTMLElement, view: RecordView, isTable: boolean): void {
  for (const code of page.querySelectorAll('[aria-label="Response"] code.language-json')) {
    const block = code.parentElement as HTMLElement
    const edges = isTable ? edgesOf(code.textContent ?? '', view.page) : []
    const shown = block.previousElementSibling?.matches('.records-view') && block.previousElementSibling
    if (shown) shown.remove()
    block.hidden = edges.length > 0
    if (edges.length > 0) block.before(recordsOf(view, edges))
  }
}

function edgesOf(json: string, page = ''): readonly Edge[] {
  const body = JSON.parse(json) as Readonly<Record<string, { readonly edges?: readonly Edge[] } | undefined>>
  return body[page]?.edges ?? []
}

function recordsOf({ columns, chart }: RecordView, edges: readonly Edge[]): HTMLElement {
  const table = emptyTable(columns)
  table.append(...rowGroups(columns, edges))
  const picture = chart && chartOf(chart, edges)
  const view = elementOf('div', 'records-view', ...(picture ? [picture] : []), table)
  view.tabIndex = 0
  view.role = 'region'
  view.ariaLabel = 'Records'
  return view
}
