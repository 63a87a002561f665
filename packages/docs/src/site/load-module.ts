/**
 * Loads a part of the page, also after it failed. Chromium remembers a failed import for as long as the page is open,
 * so the second request goes to another URL. The part must be one file: a file that it imports would fail again.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [url] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (url === undefined) throw error
    return (await import(/* @vite-ignore */ `${url}?again=${Date.now()}`)) as Module
  }
}
