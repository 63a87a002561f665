import { openedSite } from './site.ts'
import { forMachines } from './suites/for-machines.ts'
import { operationPages } from './suites/operation-pages.ts'
import { readingModes } from './suites/reading-modes.ts'
import { search } from './suites/search.ts'
import { tryIt } from './suites/try-it.ts'
import { versions } from './suites/versions.ts'

const site = openedSite()

forMachines(site)
versions(site)
operationPages(site)
readingModes(site)
search(site)
tryIt(site)
