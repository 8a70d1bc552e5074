import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

/** The control page: a build of its own beside the console's, served by the simulator at /control/ui/. */
export default defineConfig({
  root: 'src/control-page',
  base: './',
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist-control-page',
    emptyOutDir: true,
    target: 'es2023',
    // A policy without inline scripts: the browsers that it is for need no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
