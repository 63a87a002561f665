import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { current } from '../contract/edition.ts'
import { samplesOf } from '../contract/samples.ts'

/** The name of the file that holds the whole reference. */
export const OFFLINE_FILE = 'reference.html'

const CONFIG = `
telemetry: off
openapi:
  codeSamples:
    languages:
      - { key: typescript client, lang: typescript, label: TypeScript client }
      - { key: fetch, lang: typescript, label: fetch }
      - { key: curl, lang: shell, label: curl }
  schemaDefinitionsTagName: Schemas
  schemasExpansionLevel: 2
  jsonSamplesExpandLevel: 6
  sortRequiredPropsFirst: true
`

/** Long names of enum values would otherwise squeeze their meanings. */
const TEMPLATE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{title}}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { margin: 0 } td { overflow-wrap: anywhere }</style>
{{{redocHead}}}
</head>
<body>{{{redocHTML}}}</body>
</html>
`

/** Redocly's page shows a logo from its own host, which no option turns off; without it the image is left out. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g

/** Writes the whole reference as one file that needs nothing else, to be read from a disk. */
export async function buildOffline(
  folder: string,
  run: (command: string, args: readonly string[]) => Promise<void>,
): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'offline-reference-'))
  try {
    const at = (name: string) => join(work, name)
    writeFileSync(at('openapi.json'), JSON.stringify(withSamples()))
    writeFileSync(at('redocly.yaml'), CONFIG)
    writeFileSync(at('template.hbs'), TEMPLATE)
    await run('redocly', [
      'build-docs',
      at('openapi.json'),
      '--config',
      at('redocly.yaml'),
      '--template',
      at('template.hbs'),
      '--output',
      at(OFFLINE_FILE),
      '--inlineBundle',
    ])
    writeFileSync(join(folder, OFFLINE_FILE), readFileSync(at(OFFLINE_FILE), 'utf8').replace(LOGO, 'data:,'))
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** The contract with the samples that its pages show. */
function withSamples(): object {
  const contract = structuredClone(current.contract)
  for (const { path, id } of current.operations) {
    const samples = samplesOf(id).map(({ label, language, code }) => ({
      label,
      lang: language === 'sh' ? 'shell' : 'typescript',
      source: code,
    }))
    Object.assign(contract.paths[path]!.get, { 'x-codeSamples': samples })
  }
  return contract
}
