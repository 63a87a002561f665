import { redocly } from '../redocly.ts'

/**
 * Bundles the contract (`main` in redocly.yaml) into single documents, with every example in place.
 *
 * @returns The text of each bundle by its path from the root of the repository: `spec/dist/openapi.json` and `.yaml`.
 *   Nothing is written to those paths.
 * @throws Error with redocly's own words when a file of the contract is missing or a reference does not resolve.
 */
export async function bundle(): Promise<Record<string, string>> {
  const [json, yaml] = await Promise.all([bundled('json'), bundled('yaml')])
  return { 'spec/dist/openapi.json': json, 'spec/dist/openapi.yaml': yaml }
}

/** The text of one bundle. */
export async function bundled(format: 'json' | 'yaml'): Promise<string> {
  return `${(await redocly('bundle', 'main', '--ext', format)).trimEnd()}\n`
}
