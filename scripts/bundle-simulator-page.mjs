// The simulator for a page (cli/page/simulator): its modules as they are, with stand-ins for Node's own and for the few
// that need a machine; packages of wires that a page does not have are left out.
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)

/** Modules of Node by their stand-ins in cli/page/simulator/node, or the packages that are written for browsers. */
const STAND_INS = {
  async_hooks: 'async_hooks.ts',
  crypto: 'crypto.ts',
  diagnostics_channel: 'diagnostics_channel.ts',
  fs: 'fs.ts',
  'fs/promises': 'fs-promises.ts',
  http: 'http.ts',
  module: 'module.ts',
  net: 'net.ts',
  os: 'os.ts',
  perf_hooks: 'perf_hooks.ts',
  process: 'process.ts',
  querystring: 'querystring.ts',
  'timers/promises': 'timers-promises.ts',
  url: 'url.ts',
  util: 'util.ts',
  worker_threads: 'worker_threads.ts',
  zlib: 'zlib.ts',
  pino: 'pino.ts',
  // Asked for by drizzle-orm.
  'better-sqlite3': '../page-database.ts',
}
const PACKAGES = {
  buffer: 'buffer/',
  events: 'events/',
  path: 'path-browserify',
  stream: 'readable-stream',
  'stream/promises': 'readable-stream/lib/stream/promises.js',
  string_decoder: 'string_decoder/',
  // Asked for by its own stand-in.
  util: 'util/',
  // Its part for browsers is a message that says that there is none.
  ws: './node_modules/ws/wrapper.mjs',
}
/** What a page has no use for: using it is an error that names it. */
const ABSENT = [
  /^(?:child_process|cluster|constants|dgram|dns|dns\/promises|http2|https|inspector|readline|stream\/consumers|tls|tty|v8|vm)$/,
  /^(?:aedes|basic-ftp|bufferutil|bullmq|ffmpeg-static|iconv-lite|ioredis|mqtt|node-media-server|onvif|pg|pg-copy-streams|utf-8-validate|@valkey\/valkey-glide|supports-color)(?:\/.*)?$/,
]
/** Modules of the simulator whose work is done another way in a page. */
const REPLACED = {
  'simulator/src/composition/city/city-cache.ts': 'page-city-cache.ts',
  'simulator/src/kernel/idle-memory.ts': 'page-memory.ts',
  'simulator/src/kernel/worker-url.ts': 'threads.ts',
  'simulator/src/media/clip-encoder.ts': 'page-clip-encoder.ts',
  'simulator/src/media/encoder.ts': 'page-encoder.ts',
  'simulator/src/media/ffmpeg-locate.ts': 'page-ffmpeg.ts',
  'simulator/src/store/sqlite.ts': 'page-database.ts',
  'simulator/src/world/city/packed-city.ts': 'page-city.ts',
}
/** Threads that a page starts. */
const THREADS = [
  'areas/alarms/columns/reader-worker.ts',
  'composition/city/city-worker.ts',
  'composition/city/tile-worker.ts',
  'composition/store/writer-worker.ts',
  'fleet/engine-worker.ts',
  'media/scene-worker.ts',
  'sheets/sheet-worker.ts',
  'store/checkpoint-worker.ts',
]
/** Bundles it into cli/dist-page/simulator below `root`. */
export async function bundleSimulatorPage(root, { minify = true } = {}) {
  const sources = join(root, 'cli/page/simulator')
  const output = join(root, 'cli/dist-page/simulator')
  rmSync(output, { recursive: true, force: true })
  const threads = THREADS.map((name) => join(root, 'simulator/src', name))
  const result = await build({
    entryPoints: [
      { in: join(sources, 'simulator-worker.ts'), out: 'worker' },
      { in: join(sources, 'thread-worker.ts'), out: 'thread' },
      ...threads.map((file) => ({ in: file, out: basename(file, '.ts') })),
    ],
    outdir: output,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    minify,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['source', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    inject: [join(sources, 'node/globals.ts')],
    plugins: [standIns(root, sources)],
    logLevel: 'warning',
  })
  copyFileSync(require.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'), join(output, 'sqlite3.wasm'))
  return result.metafile
}

function standIns(root, sources) {
  const replaced = new Map(
    Object.entries(REPLACED).map(([module, stand]) => [join(root, module), join(sources, stand)]),
  )
  return {
    name: 'page',
    setup(bundle) {
      bundle.onResolve({ filter: /.*/ }, ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === 'resolved') return undefined
        const name = path.replace(/^node:/, '')
        const stand = Object.hasOwn(STAND_INS, name) ? join(sources, 'node', STAND_INS[name]) : undefined
        if (stand && stand !== importer) return { path: stand }
        if (Object.hasOwn(PACKAGES, name))
          return bundle.resolve(PACKAGES[name], { kind, resolveDir: root, pluginData: 'resolved' })
        if (ABSENT.some((known) => known.test(name))) return { path: name, namespace: 'absent' }
        const other = path.startsWith('.') ? replaced.get(join(resolveDir, path)) : undefined
        return other && { path: other }
      })
      bundle.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
        contents: absent(path),
        loader: 'js',
      }))
      // The files of the program lie below /app.
      bundle.onLoad({ filter: /\/(?:simulator|contract)\/src\/.*\.ts$/ }, ({ path }) => {
        const address = `file:///app/${relative(root, path).replace(/\.ts$/, '.js')}`
        const text = readFileSync(path, 'utf8')
        return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(address)) }
      })
    },
  }
}

/** A module all of whose parts are there and throw when they are used. */
const absent = (name) => `
  const message = ${JSON.stringify(`${name} is not in the page.`)}
  const fail = () => { throw new Error(message) }
  const part = new Proxy(function () {}, {
    get: (of, key) => key in of || typeof key === 'symbol' || key === '__esModule' ? of[key] : part,
    getPrototypeOf: () => part,
    apply: fail,
    construct: fail,
  })
  module.exports = part`
