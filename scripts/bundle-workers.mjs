// Unit tests start thousands of workers from TypeScript sources. Each worker module is made one plain file before the
// first test: a worker then starts in a sixth of the time that loading its sources one by one takes.
import { mkdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { ROOT } from './bootstrap.mjs'

const SOURCES = join(ROOT, 'simulator', 'src')
const FOLDER = join(ROOT, '.cache', 'workers')
/** They load a compiled library, or files of their own, from beside themselves. */
const EXTERNAL = ['better-sqlite3', 'better-sqlite3-napi', 'node-media-server', 'pino']

/** Vitest's global setup. Watched sources change: there workers load them as they are. */
export default async function setup(project) {
  if (project.config.watch) return
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith('-worker.ts'))
  mkdirSync(FOLDER, { recursive: true })
  await Promise.all(files.map((file) => bundle(join(SOURCES, file))))
  process.env.BACKLOT_BUNDLED_WORKERS = FOLDER
}

const bundle = (file) =>
  build({
    entryPoints: [file],
    outfile: join(FOLDER, basename(file).replace(/\.ts$/, '.mjs')),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['source'],
    external: EXTERNAL,
    // Beside the bundle: read when a stack is printed, not with each worker.
    sourcemap: true,
    logLevel: 'warning',
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${JSON.stringify(pathToFileURL(file))});`,
    },
    plugins: [keepAddresses],
  })

/** A module finds its companion files beside its source. */
const keepAddresses = {
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path))),
    }))
  },
}
