import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { PLATFORM_CALLS } from '../contract/src/calls.ts'
import { CHANNEL_PATH } from '../contract/src/channel/frames.ts'
import { fetchedImports, filesOfPart } from './fetched-imports.ts'
import { loadedWith } from './loaded-with.ts'

/** Platform paths of the dev server: the first segment of every call, the channel, talk and the streams. */
function platformPaths(): string[] {
  const firsts = PLATFORM_CALLS.map((call) => `/${call.path.split('/')[1]}`)
  return [...new Set([...firsts, CHANNEL_PATH, '/live', '/talk', '/hls', '/record'])]
}

const platformUrl = process.env['BACKLOT_URL'] ?? 'http://127.0.0.1:8080'
const proxy = Object.fromEntries(
  platformPaths().map((path) => [
    `^${path}(/|$|\\?)`,
    { target: platformUrl, ws: true, changeOrigin: true, headers: { origin: platformUrl } },
  ]),
)

const NAMED_ICON = fileURLToPath(new URL('src/components/named-icon.tsx', import.meta.url))

export default defineConfig({
  base: './',
  plugins: [react(), fetchedImports()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // Icons name nothing by themselves: see the file.
    alias: [{ find: /^\.\.\/components\/AntdIconLight$/, replacement: NAMED_ICON }],
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    modulePreload: { resolveDependencies: filesOfPart },
    // Files that each screen loads: scripts/console-sizes.mjs reads it.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // By itself each set of screens that share a module gets a file: a hundred small ones for the first page.
        codeSplitting: {
          groups: [
            {
              name: loadedWith('first', ['src/main.tsx', 'src/areas/session/sign-in-screen.tsx']),
              priority: 3,
            },
            { name: loadedWith('shell', ['src/shell/shell.tsx']), priority: 2 },
            { name: 'icons', test: /@ant-design[\\/]icons/, priority: 1 },
          ],
        },
      },
    },
  },
})
