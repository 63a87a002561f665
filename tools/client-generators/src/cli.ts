import { startService } from './service.ts'
import { generators, tryGenerator } from './trial.ts'
import { tryViewers } from './viewers.ts'

/** Tries every generator, or those with this text in their names or languages, and the viewers: `pnpm generators [text]`. */
const [text = ''] = process.argv.slice(2)
const service = await startService()
try {
  for (const generator of generators) {
    const name = `${generator.language}, ${generator.name}`
    if (!name.includes(text)) continue
    const { verdict, reason } = await tryGenerator(generator, service)
    process.stdout.write(`${name}: ${verdict} ${reason}\n`)
    if (verdict === 'failed') process.exitCode = 1
  }
  if ('viewers'.includes(text)) {
    const statuses = await tryViewers(service)
    process.stdout.write(`viewers: ${statuses.join(', ')}\n`)
    if (statuses.length !== 9 || statuses.some(status => status !== '200')) process.exitCode = 1
  }
} finally {
  await service.end()
}
