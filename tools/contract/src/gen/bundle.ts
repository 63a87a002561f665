import { redocly } from '../redocly.ts'
import { openapi30 } from './openapi-30.ts'

/**
 * Bundles the contract (`main` in redocly.yaml) into single documents, with every example in place, and its editions: an
 * OpenAPI Overlay in `spec/overlays` leaves out of each what its readers have no use for.
 *
 * @returns The text of each document by its path from the root of the repository, such as `spec/dist/openapi.json`. Nothing
 *   is written to those paths.
 * @throws Error with redocly's own words when a file of the contract is missing or a reference does not resolve.
 */
export async function bundle() {
  const [json, yaml, agents, tools, simpler] = await Promise.all([
    bundled('json'),
    bundled('yaml'),
    // Some programs that make tools of operations lose what a $ref leads to.
    edition('agents', '--dereferenced'),
    edition('tools'),
    edition('3.0'),
  ])
  return {
    'spec/dist/openapi.json': json,
    'spec/dist/openapi.yaml': yaml,
    'spec/dist/openapi-agents.json': agents,
    'spec/dist/openapi-tools.json': tools,
    'spec/dist/openapi-3.0.json': openapi30(simpler),
  }
}

/** The text of one bundle. */
export async function bundled(format: 'json' | 'yaml', ...options: string[]): Promise<string> {
  return `${(await redocly('bundle', 'main', '--ext', format, ...options)).trimEnd()}\n`
}

function edition(name: string, ...options: string[]): Promise<string> {
  return bundled('json', '--overlay', `overlays/${name}.yaml`, '--remove-unused-components', ...options)
}
