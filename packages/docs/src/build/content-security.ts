import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Policy = Readonly<Record<string, readonly string[]>>

/** Forbidden on every page: base addresses, forms to other sites, plugins, and everything that is not listed. */
const NOTHING: Policy = { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'form-action': ["'none'"] }

/**
 * Writes a content security policy into every page of a built site, so that it also holds on hosts that do not send our
 * headers. It allows the script files of the site, and the inline scripts of the page by their hashes.
 */
export function secureContent(folder: string): void {
  for (const path of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, path)
    const html = readFileSync(file, 'utf8')
    writeFileSync(file, withPolicy(path, html, pagePolicy(html)))
  }
}

function pagePolicy(html: string): Policy {
  // The form sends requests to any network that the reader enters.
  const anyNetwork = html.includes('<try-it') ? ['http:', 'https:'] : []
  return {
    ...NOTHING,
    'script-src': ["'self'", ...inlineScripts(html)],
    'style-src-elem': ["'self'"],
    // The colours of code are style attributes, which cannot run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...anyNetwork],
  }
}

/** The hashes of the inline scripts of a page. */
function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = [...scripts].map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
  return [...new Set(hashes)].map(hash => `'sha256-${hash}'`)
}

/** The policy applies only to the elements after it. The character set must be in the first 1024 bytes. */
function withPolicy(path: string, html: string, policy: Policy): string {
  const text = Object.entries(policy).map(([directive, sources]) => [directive, ...sources].join(' '))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${text.join('; ')}">`
  const secured = html.replace(/<meta charset="utf-8" ?\/?>/i, charset => charset + meta)
  if (secured === html) throw new Error(`${path} has no place for its content security policy`)
  return secured
}
