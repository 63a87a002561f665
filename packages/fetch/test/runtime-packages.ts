/** The little of miniflare that is used here. */
export interface MiniflarePackage {
  Miniflare: new (options: {
    modules: boolean
    script: string
    compatibilityDate: string
    bindings: Record<string, string>
  }) => { dispatchFetch(url: string): Promise<Response>; dispose(): Promise<void> }
}

interface Page {
  goto(url: string): Promise<unknown>
  addScriptTag(script: { type: string; content: string }): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
}

/** The little of playwright-core that is used here. */
export interface PlaywrightPackage {
  chromium: {
    launch(options: {
      executablePath: string
      args: string[]
    }): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
  }
}

/** The little of the package that brings Chromium. */
export interface ChromiumPackage {
  default: { args: string[]; executablePath(): Promise<string> }
}
