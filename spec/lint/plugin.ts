import { deprecations } from './deprecations.ts'
import { described } from './described.ts'
import { filters } from './filters.ts'
import { losslessNumbers } from './lossless-numbers.ts'
import { openEnums } from './open-enums.ts'
import { pages } from './pages.ts'
import { plainReferences } from './plain-references.ts'
import { provenance } from './provenance.ts'
import { scaledAmounts } from './scaled-amounts.ts'

/** Our own lint rules, as a plugin that redocly.yaml loads; each is switched on there as `contract/<name>`. */
export default function plugin() {
  const oas3 = {
    deprecations,
    described,
    filters,
    'lossless-numbers': losslessNumbers,
    'open-enums': openEnums,
    pages,
    'plain-references': plainReferences,
    provenance,
    'scaled-amounts': scaledAmounts,
  }
  return { id: 'contract', rules: { oas3 } }
}
