declare module 'turndown-plugin-gfm' {
  export function tables(service: import('turndown')): void
}
