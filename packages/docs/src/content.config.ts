import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro/content/config'
import { guidesLoader } from './guides/loader.ts'

export const collections = { docs: defineCollection({ loader: guidesLoader(), schema: docsSchema() }) }
