import { openedSite } from './site.ts'
import { published } from './suites/published.ts'
import { samples } from './suites/samples.ts'

const site = openedSite()

samples(site)
published(site)
