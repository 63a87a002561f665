import { fileURLToPath } from 'node:url'
import { rulesPage } from '@trading-network/spec-diff'
import { artefacts } from './artefacts.ts'
import { bundle } from './bundle.ts'
import { gen } from './gen.ts'
import { documents } from './snippets.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const rules = { path: 'docs/versioning-rules.md', text: rulesPage(), amongWritten: true }

const wanted = async () => [...(await artefacts(await bundle())), ...(await documents(root)), rules]

process.exitCode = await gen(process.argv.slice(2), root, wanted, console.log)
