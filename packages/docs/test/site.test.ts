import { openedSite } from './site.ts'
import { anchors } from './suites/anchors.ts'
import { forMachines } from './suites/for-machines.ts'
import { operationPages } from './suites/operation-pages.ts'
import { peoplesWays } from './suites/peoples-ways.ts'
import { search } from './suites/search.ts'
import { tryIt } from './suites/try-it.ts'
import { versions } from './suites/versions.ts'

const the = openedSite()

anchors(the)
forMachines(the)
versions(the)
operationPages(the)
peoplesWays(the)
search(the)
tryIt(the)
