import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { artefacts } from './artefacts.ts'
import { bundle } from './bundle.ts'
import { changelogs } from './changelog.ts'
import { eventSchema } from './event-schema.ts'
import { gen } from './gen.ts'
import { documents } from './snippets.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A file comes after those that it imports. */
const protoFiles = ['vega.proto', 'commands.proto', 'events.proto'].map(name =>
  readFileSync(join(root, 'packages/events/schema', name), 'utf8'),
)

await new Command('pnpm gen')
  .description('Generates all files that are made from the contract: the bundles, the types, the snippets.')
  .option('--check', 'write nothing; list every stale, missing or unexpected file, and fail if there is one')
  .action(async ({ check = false }) => {
    const all = [
      ...(await artefacts(await bundle())),
      { path: 'packages/events/src/generated/schema.ts', text: eventSchema(protoFiles) },
      ...changelogs(root),
      ...documents(root),
    ]
    process.exitCode = gen(root, all, check, console.log)
  })
  .parseAsync()
