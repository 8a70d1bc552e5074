import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

/** The control page: plain modules, its own small build, served by the simulator at /control/ui/. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A policy without inline scripts: the browsers that it is for need no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
