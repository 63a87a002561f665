import { computeScore, type RunnerOptions, runChecks } from 'afdocs'

/** The score of a site for coding assistants by AFDocs, from 0 to 100, and the checks that it fails. */
export async function assistantScore(url: string, options: Partial<RunnerOptions> = {}) {
  const report = await runChecks(url, {
    requestDelay: 0,
    maxLinksToTest: 20,
    samplingStrategy: 'deterministic',
    ...options,
  })
  const failed = report.results.filter(({ status }) => status === 'fail').map(({ id }) => id)
  return { score: computeScore(report).overall, failed }
}
