import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The module that Vite wraps around every `import()` of a build. */
const HELPER = '\0vite/preload-helper.js'
const LOADER = fileURLToPath(new URL('src/platform/chunk-loader.ts', import.meta.url))

/**
 * Lets every `import()` of the built console go through `chunk-loader.ts`, which fetches the files first. Vite's own
 * helper leaves a failed file to the browser's module map, and Chromium keeps the failure until the page is reloaded
 * (https://github.com/whatwg/html/issues/6768).
 */
export function fetchedImports(): Plugin {
  return {
    name: 'fetched-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === HELPER ? `export { importChunk as __vitePreload } from ${JSON.stringify(LOADER)}` : null,
  }
}

/** The files of a part as `importChunk` wants them: Vite lists none for a chunk that imports nothing but itself. */
export const filesOfPart = (
  file: string,
  others: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] => (hostType === 'js' && others.length === 0 ? [file] : others)
