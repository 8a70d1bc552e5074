import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** What the compiler rewrites whenever it has compiled. */
const COMPILED = ['../.tsbuildinfo', '../../../contract/dist/.tsbuildinfo'].map(
  (file) => new URL(file, import.meta.url),
)

/**
 * The one file that scripts/bundle-program.mjs has made of a compiled worker and its hundreds of modules; undefined
 * where there is none, or it was compiled since.
 */
export function bundleOf(worker: URL, compiled: readonly URL[] = COMPILED): URL | undefined {
  const bundle = new URL(worker.href.replace(/\.js$/, '.bundle.js'))
  const madeMs = changedMs(bundle)
  return madeMs !== undefined && compiled.every((file) => (changedMs(file) ?? 0) <= madeMs)
    ? bundle
    : undefined
}

const changedMs = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

/**
 * Starts a worker beside its caller: compiled code bundled or as it is, TypeScript sources (tests, development) through tsx or,
 * where tests were begun with bundles of them, from those.
 * Call it with `new URL('./name-worker' + moduleExtension(import.meta.url), import.meta.url)`.
 */
export function startWorker(url: URL, options: WorkerOptions = {}): Worker {
  if (!url.pathname.endsWith('.ts')) return new Worker(bundleOf(url) ?? url, { ...options, execArgv: [] })
  const bundles = process.env.BACKLOT_BUNDLED_WORKERS
  if (bundles) {
    return new Worker(join(bundles, `${basename(url.pathname, '.ts')}.mjs`), { ...options, execArgv: [] })
  }
  // Workers do not take over loaders given by --import, so the loader is registered inside, before the module loads.
  const beside = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'))
  const tsx = new URL('./index.mjs', beside)
  const start = `import(${JSON.stringify(tsx.href)})
    .then(({ register }) => { register(); return import(${JSON.stringify(url.href)}) })`
  return new Worker(start, { ...options, eval: true, execArgv: ['--conditions=source'] })
}

/** `.ts` when the caller runs from source, else `.js`. */
export function moduleExtension(moduleUrl: string): '.ts' | '.js' {
  return new URL(moduleUrl).pathname.endsWith('.ts') ? '.ts' : '.js'
}
