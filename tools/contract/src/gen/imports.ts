import { brands } from './brands.ts'
import { type Contract, operationsOf } from './contract.ts'
import { quote } from './text.ts'

/** Where each type that generated code names is declared, as seen from `packages/types/src/generated`. */
function modules(contract: Contract): Record<string, readonly string[]> {
  const enums = enumNames(contract)
  const schemas = Object.keys(contract.components.schemas)
  const declared = new Set<string>([...brands, ...enums])
  return {
    '../amount.ts': ['Amount'],
    '../client.ts': ['CallOptions'],
    '../int64.ts': ['Int64String', 'Uint64String', 'UnixNanos'],
    '../operation.ts': ['OperationDescription', 'Route'],
    '../result.ts': ['Call', 'PagedResult'],
    './enums.ts': enums,
    './models.ts': [
      ...schemas.filter(name => !declared.has(name)),
      ...operationsOf(contract).map(({ query }) => query),
    ],
  }
}

/** The schemas that are enums; `enums.ts` declares them. */
export function enumNames({ components }: Contract): string[] {
  return Object.keys(components.schemas).filter(name => components.schemas[name]?.enum)
}

/** Type imports of exactly the names that the code of a generated file uses. */
export function typeImports(contract: Contract, file: string, code: string): string {
  const words = new Set(code.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[A-Za-z_$][\w$]*/g))
  const lines = Object.entries(modules(contract)).map(([module, names]) => {
    const used = module === `./${file}` ? [] : names.filter(name => words.has(name)).sort()
    return used.length > 0 ? `import type { ${used.join(', ')} } from ${quote(module)}\n` : ''
  })
  return lines.join('')
}
