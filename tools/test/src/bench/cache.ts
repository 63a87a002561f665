import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { burstsInTurn, reportLoads, rowOf } from './load/bursts.ts'

const SITE = new URL('../../../../packages/server/deploy/nginx/cache.conf', import.meta.url)
const LISTEN = '127.0.0.1:8009'

export const cache: Benchmark = {
  name: 'cache',
  run: measureCache,
}

async function measureCache(bench: Bench): Promise<string> {
  await using service = Child.serve(await bench.database())
  const folder = bench.path('nginx')
  mkdirSync(folder)
  const site = readFileSync(SITE, 'utf8')
    .replaceAll('/var/cache/nginx', folder)
    .replace('127.0.0.1:8000', LISTEN)
    .replace('127.0.0.1:8080', new URL(await service.address()).host)
  const main = `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; keepalive_requests 1000000; ${site} }`
  writeFileSync(`${folder}/nginx.conf`, main)
  using nginx = spawn('nginx', ['-e', 'stderr', '-c', `${folder}/nginx.conf`], { stdio: 'inherit' })
  const cached = {
    address: async () => `http://${LISTEN}`,
    /** Seconds. The system counts them in hundredths. */
    cpu: async () => {
      const [, fields = ''] = readFileSync(`/proc/${nginx.pid}/stat`, 'utf8').split(') ')
      const [user, system] = fields.split(' ').slice(11, 13)
      return (Number(user) + Number(system)) / 100
    },
  }
  const requests = [{ path: `/api/v2/stoporders?pagination.first=50`, headers: {}, status: 200 }]
  const subjects = [service, cached].map(server => ({ server, requests }))
  const [alone, behind] = await burstsInTurn('a polled page', subjects, bench.options)
  const rows = [rowOf('the service alone', alone, alone), rowOf('nginx in front', behind, alone)]
  return reportLoads('A page of 50 that many poll, to the service alone', rows)
}
