import { fileURLToPath } from 'node:url'
import { artefacts } from './artefacts.ts'
import { bundle } from './bundle.ts'
import { gen } from './gen.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

process.exitCode = await gen(process.argv.slice(2), root, async () => artefacts(await bundle()), console.log)
