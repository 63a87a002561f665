import type { Contract, Schema } from './contract.ts'
import { banner, jsDoc, typeImports } from './text.ts'
import { objectText, typeModules, typeText } from './types.ts'

/** `models.ts`: every schema of the contract that is not an enum, under its own name. */
export function models(contract: Contract): string {
  const modules = typeModules(contract)
  const own = modules['./models.ts'] ?? []
  const code = own
    .map(name => declaration(contract, name, contract.components.schemas[name] as Schema))
    .join('\n')
  const imports = typeImports(code, { ...modules, './models.ts': [] })
  return `${banner}\n${imports}\n${code}`
}

function declaration(contract: Contract, name: string, schema: Schema): string {
  const doc = jsDoc([schema.description])
  // An interface is shown by its name, in hovers and errors; an alias of an object is spelt out there.
  if (schema.type === 'object' && schema.properties) {
    return `${doc}export interface ${name} ${objectText(contract, schema, 'response')}\n`
  }
  return `${doc}export type ${name} = ${typeText(contract, schema, 'response')}\n`
}
