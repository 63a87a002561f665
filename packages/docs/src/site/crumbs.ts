import { editions, NEXT } from '../contract/editions.ts'

interface Crumb {
  readonly label: string
  /** From the site's root. */
  readonly path: string
}

const FOLDERS: Readonly<Record<string, Omit<Crumb, 'path'> & { readonly path: string }>> = {
  operations: { label: 'Operations', path: '#operations' },
  schemas: { label: 'Schemas', path: 'schemas/' },
  enums: { label: 'Enums', path: 'enums/' },
  guides: { label: 'Guides', path: '#guides' },
  recipes: { label: 'Recipes', path: '#recipes' },
}

/** The pages above a page, from the overview down. Released contracts have their own overview and lists. */
export function crumbsOf(path: string): Crumb[] {
  const edition = editions.find(({ prefix }) => prefix !== '' && path.startsWith(prefix))
  const prefix = edition?.prefix ?? ''
  const [name = '', page] = path.slice(prefix.length).split('/')
  const folder = FOLDERS[name]
  const isBelow = page !== undefined && page !== ''
  return [
    ...(path === '' ? [] : [{ label: 'Overview', path: '' }]),
    ...(edition && path !== prefix
      ? [{ label: edition.prefix === NEXT ? 'Next' : `Version ${edition.version}`, path: prefix }]
      : []),
    ...(folder && isBelow ? [{ label: folder.label, path: prefix + folder.path }] : []),
  ]
}
