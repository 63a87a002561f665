/** Returns the text for a served sample network: its URL, working requests, and the next steps. */
export function welcome(url: string, database: string, hasSite: boolean, still: boolean): string {
  return `
A sample network (${database}) answers at ${url}
${still ? 'It stands still.' : 'It gets a block about every second.'}
${hasSite ? `Its reference, with guides and a form to try each operation: ${url}/\n` : ''}
Try:
  curl '${url}/api/v2/accounts?pagination.first=2'
  curl '${url}/api/v2/stoporders?filter.liveOnly=true&pagination.first=2'
  curl '${url}/api/v2/rewards/epoch/summaries?filter.fromEpoch=10&pagination.first=2'

Load your own events and serve them:
  pnpm exec trading-network ingest events.ndjson.gz --database network.sqlite
  pnpm exec trading-network serve --database network.sqlite

Ctrl-C ends it.
`
}
