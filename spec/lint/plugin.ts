import { deprecations } from './deprecations.ts'
import { described } from './described.ts'
import { examplesPresent } from './examples-present.ts'
import { losslessNumbers } from './lossless-numbers.ts'
import { openEnums } from './open-enums.ts'
import { operationIds } from './operation-ids.ts'
import { pages } from './pages.ts'
import { parameterOrder } from './parameter-order.ts'
import { provenance } from './provenance.ts'
import { responses } from './responses.ts'
import { scaledAmounts } from './scaled-amounts.ts'

/** Our own lint rules, as a plugin that redocly.yaml loads; each is switched on there as `contract/<name>`. */
export default function plugin() {
  const oas3 = {
    deprecations,
    described,
    'examples-present': examplesPresent,
    'lossless-numbers': losslessNumbers,
    'open-enums': openEnums,
    'operation-ids': operationIds,
    pages,
    'parameter-order': parameterOrder,
    provenance,
    responses,
    'scaled-amounts': scaledAmounts,
  }
  return { id: 'contract', rules: { oas3 } }
}
