import { type CheckResult, count, type Report } from './report.ts'

/** The report as JUnit XML, which build servers read: a suite per operation, a case per check. */
export function junitReport({ results, seconds }: Report): string {
  const suites = [...Map.groupBy(results, ({ operation }) => operation)].map(
    ([operation, own]) => `  <testsuite name="${escaped(operation)}"${counts(own)}>
${own.map(testcase).join('\n')}
  </testsuite>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${counts(results)} time="${seconds}">
${suites.join('\n')}
</testsuites>
`
}

function testcase({ operation, check, seconds, outcome, problems, notCovered }: CheckResult): string {
  const head = `    <testcase classname="${escaped(operation)}" name="${escaped(check)}" time="${seconds}"`
  if (outcome === 'passed') return `${head}/>`
  if (outcome === 'not covered')
    return `${head}>\n      <skipped message="${escaped(notCovered.join('; '))}"/>\n    </testcase>`
  const lines = problems.map(
    ({ message, request, times }) => `${message}\n  ${request ?? ''} (${times} times)`,
  )
  const failure = `<failure message="${escaped(problems[0]?.message ?? '')}">${escaped(lines.join('\n'))}</failure>`
  return `${head}>\n      ${failure}\n    </testcase>`
}

function counts(results: readonly CheckResult[]): string {
  return ` tests="${results.length}" failures="${count({ results }, 'failed')}" skipped="${count({ results }, 'not covered')}"`
}

/** As XML text or attribute; characters that XML cannot hold at all become a replacement. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
