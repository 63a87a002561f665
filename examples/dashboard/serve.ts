import { context } from 'esbuild'

// Builds the dashboard in memory, and serves it on a port of this machine.
const [partyId, network = 'http://127.0.0.1:8080', port = '8081'] = process.argv.slice(2)
if (!partyId) throw new Error('usage: node dashboard/serve.ts <party id> [<base URL>] [<port>]')

const site = await context({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['main.tsx'],
  outdir: '.',
  bundle: true,
  jsx: 'automatic',
  write: false,
})
const { port: served } = await site.serve({
  servedir: import.meta.dirname,
  host: '127.0.0.1',
  port: Number(port),
})
const query = new URLSearchParams({ party: partyId, network })
console.log(`http://127.0.0.1:${served}/?${query}`)
