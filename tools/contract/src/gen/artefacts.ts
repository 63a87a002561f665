import type { bundle } from './bundle.ts'
import type { Contract } from './contract.ts'
import { enums } from './enums.ts'
import { examples } from './examples.ts'
import { untransformed } from './openapi-typescript.ts'
import { operations } from './operations.ts'
import { models, schema } from './schemas.ts'
import { structure } from './structure.ts'

/** One generated file: its path from the root of the repository and its whole text. */
export interface Artefact {
  path: string
  text: string
  /** True if the folder of the file also has hand-written files, as for a document with snippets. */
  amongWritten?: boolean
}

const generated = 'packages/types/src/generated'

/**
 * All generated files of the contract, in memory.
 *
 * @param bundles The contract's bundles, path to text; the types are made from the JSON one.
 */
export async function artefacts(bundles: Awaited<ReturnType<typeof bundle>>): Promise<Artefact[]> {
  const json = bundles['spec/dist/openapi.json']
  const contract = JSON.parse(json) as Contract
  return [
    ...Object.entries(bundles).map(([path, text]) => ({ path, text })),
    { path: 'spec/structure.sha256', text: structure(json), amongWritten: true },
    ...(await typesOf(contract)),
    { path: 'packages/types/test/generated/untransformed.ts', text: await untransformed(contract) },
    { path: 'packages/fetch/src/generated/examples.ts', text: examples(contract) },
  ]
}

/** The generated files of `@trading-network/types`. */
export async function typesOf(contract: Contract): Promise<Artefact[]> {
  return [
    { path: `${generated}/schema.ts`, text: await schema(contract) },
    { path: `${generated}/models.ts`, text: await models(contract) },
    { path: `${generated}/enums.ts`, text: enums(contract) },
    { path: `${generated}/operations.ts`, text: operations(contract) },
  ]
}
