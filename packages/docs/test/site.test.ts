import { openedSite } from './site.ts'
import { contentSecurity } from './suites/content-security.ts'
import { everyPage } from './suites/every-page.ts'
import { forMachines } from './suites/for-machines.ts'
import { keyboard } from './suites/keyboard.ts'
import { operationPages } from './suites/operation-pages.ts'
import { published } from './suites/published.ts'
import { readResponses } from './suites/read-responses.ts'
import { readingModes } from './suites/reading-modes.ts'
import { samples } from './suites/samples.ts'
import { search } from './suites/search.ts'
import { tryIt } from './suites/try-it.ts'

// One file: a server with a network and a browser for all of them.
const site = openedSite()

everyPage(site)
keyboard(site)
contentSecurity(site)
forMachines(site)
operationPages(site)
readingModes(site)
search(site)
tryIt(site)
readResponses(site)
samples(site)
// It builds the site three times. `publish.test.ts` joins small ones.
if (process.env.LONG_RUN) published(site)
