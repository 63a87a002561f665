import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Links and anchors of a built site that lead nowhere, as `page: link`.
 *
 * @param base The path that the site stands under, such as `/` or `/kit/`.
 */
export function brokenLinks(folder: string, base: string): string[] {
  const anchors = new Map<string, Set<string>>()
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? new Set(attributes(readFileSync(file, 'utf8'), 'id'))
    anchors.set(file, known)
    return known
  }
  const leadsSomewhere = (page: string, link: string): boolean => {
    const { origin, pathname, hash } = new URL(link, `http://site${base}${page.replace(/index\.html$/, '')}`)
    if (origin !== 'http://site') return true
    if (!pathname.startsWith(base)) return false
    const path = join(folder, decodeURIComponent(pathname.slice(base.length)))
    const file = pathname.endsWith('/') ? join(path, 'index.html') : path
    if (!existsSync(file) || !statSync(file).isFile()) return false
    return hash === '' || anchorsOf(file).has(decodeURIComponent(hash.slice(1)))
  }
  return htmlFiles(folder).flatMap(page => {
    const html = readFileSync(join(folder, page), 'utf8')
    const links = [...attributes(html, 'href'), ...attributes(html, 'src')]
    return [...new Set(links)].filter(link => !leadsSomewhere(page, link)).map(link => `${page}: ${link}`)
  })
}

/** Links of the markdown twins and of `llms.txt` that lead to no file below the site's whole URL, as `page: link`. */
export function brokenMarkdownLinks(folder: string, site: string): string[] {
  return globSync(['**/*.md', '*.txt'], { cwd: folder }).flatMap(page => {
    const text = readFileSync(join(folder, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
    return (
      [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => link)
        // A link to another site, such as the repository.
        .filter(link => !link.startsWith('http') || new URL(link).origin === new URL(site).origin)
        .filter(link => !existsSync(join(folder, link.slice(site.length))) || !link.startsWith(site))
        .map(link => `${page}: ${link}`)
    )
  })
}

/** The pages of a built site. */
export function htmlFiles(folder: string): string[] {
  return globSync('**/*.html', { cwd: folder }).sort()
}

function attributes(html: string, name: string): string[] {
  const text = html.replace(/<script[\s\S]*?<\/script>/g, '')
  return [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  )
}
