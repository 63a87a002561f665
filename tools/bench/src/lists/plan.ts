/** How a database finds a page: the indexes it reads, and what makes that cost more than the page. */
export interface Plan {
  /** Each index with the columns it is sought by, and how many ranges of it are merged. */
  readonly indexes: readonly string[]
  /** Lines of the plan that read or sort more than a page; there should be none. */
  readonly faults: readonly string[]
}

/** All of a table or index; rows of an inner query, or of no table, are not such a thing. */
const SQLITE_FAULT = /^SCAN (?!\(subquery|CONSTANT ROW|\d+ CONSTANT)|TEMP B-TREE/
const SQLITE_SEEK = /^SEARCH (\S+) USING (?:COVERING )?(?:INDEX (\S+)|PRIMARY KEY) \((.*)\)$/
const POSTGRES_FAULT = /Seq Scan|^ *(-> {2})?(Incremental )?Sort\b(?! Key)|Bitmap|Hash Join/
const POSTGRES_SEEK = /Index (?:Only )?Scan (?:Backward )?using (\S+) on (\S+)/

/** Reads the plans of a request's statements, as either database words them. */
export function readPlans(plans: readonly (readonly string[])[]): Plan {
  const counts = new Map<string, number>()
  for (const lines of plans) {
    const seeks = lines.map(seekOf).filter(seek => seek !== undefined)
    for (const seek of seeks)
      counts.set(seek, Math.max(counts.get(seek) ?? 0, seeks.filter(one => one === seek).length))
  }
  return {
    indexes: [...counts].map(([seek, ranges]) => (ranges > 1 ? `${seek} ×${ranges}` : seek)),
    faults: plans.flatMap(lines => lines.filter((line, at) => isFault(line, lines.slice(at + 1)))),
  }
}

/** PostgreSQL sorts what a whole key finds, which is one row. */
function isFault(line: string, inside: readonly string[]): boolean {
  if (SQLITE_FAULT.test(line)) return true
  const found = inside.map(seekOf).find(seek => seek !== undefined)
  return POSTGRES_FAULT.test(line) && !(line.includes('Sort') && found?.endsWith('_key'))
}

/** The index of a line; not that of interned names, which every value is looked up in. */
function seekOf(line: string): string | undefined {
  const [, table, index, columns] = SQLITE_SEEK.exec(line) ?? []
  if (table && table !== 'names' && columns)
    return `${index ?? `${table} (primary key)`} (${shortened(columns)})`
  const [, used, on] = POSTGRES_SEEK.exec(line) ?? []
  return on === 'names' ? undefined : used
}

/** Both ends of a range as one. */
function shortened(columns: string): string {
  return columns.replace(/\(at,pos\)[<>]\(\?,\?\)( AND \(at,pos\)[<>]\(\?,\?\))?/, 'at,pos')
}
