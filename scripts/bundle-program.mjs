// A thousand modules cost more to find, read and link than to run. The compiled program is made a few files below
// .cache/program, which cli/bin/backlot.mjs loads while they are of the program as it is compiled.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { bundledProgram } from '../cli/bin/program-file.mjs'

/** They load a compiled library, or files of their own, from beside themselves. */
const EXTERNAL = ['better-sqlite3', 'better-sqlite3-napi', 'node-media-server', 'pino']

/** A thread that every platform of a process starts, the tests' too, which load the compiled files. */
const STARTED_OFTEN = 'writer-worker.js'

/** Bundles the program compiled below `root`, unless that is done. Answers where it lies. */
export async function bundleProgram(root) {
  const file = bundledProgram(root)
  if (!file) throw new Error('the program is not compiled')
  if (existsSync(file)) return file
  const folder = dirname(file)
  const making = `${folder}-${process.pid}`
  const options = {
    outdir: making,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: EXTERNAL,
    logLevel: 'silent',
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    plugins: [keepAddresses(root, folder)],
  }
  const simulator = join(root, 'simulator/dist')
  const workers = readdirSync(simulator, { recursive: true }).filter((name) => name.endsWith('-worker.js'))
  const startedOften = workers.find((name) => basename(name) === STARTED_OFTEN)
  try {
    // One after the other: a build that still wrote would bring the folder back that a failed one leaves no trace of.
    await build({ ...options, entryPoints: [join(root, 'cli/dist/program.js')], splitting: true })
    // A thread shares nothing with others: one file each.
    await build({
      ...options,
      entryPoints: workers.map((name) => join(simulator, name)),
      entryNames: '[name]',
    })
    if (startedOften) {
      const beside = join(simulator, dirname(startedOften))
      await build({
        ...options,
        outdir: beside,
        entryPoints: [join(simulator, startedOften)],
        entryNames: '[name].bundle',
        plugins: [keepAddresses(root, beside)],
      })
    }
    // A process that starts meanwhile sees a whole bundle or none. Another process may have been sooner.
    if (!existsSync(file)) renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  const others = readdirSync(dirname(folder)).filter(
    (name) => !name.includes('-') && name !== basename(folder),
  )
  for (const name of others) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  return file
}

/** `new URL('./name-worker' + moduleExtension(import.meta.url), import.meta.url)`, as it is compiled. */
const WORKER_ADDRESS =
  /new URL\(`\.\/([\w-]+-worker)\$\{moduleExtension\(import\.meta\.url\)\}`, import\.meta\.url\)/g

/** A module finds its companion files (pages, migrations, fixtures) beside its compiled file, and workers here. */
const keepAddresses = (root, folder) => ({
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (relative(root, path).split(sep)[1] !== 'dist') return undefined
      const parts = readFileSync(path, 'utf8').split(WORKER_ADDRESS)
      const address = `new URL(${JSON.stringify(relative(folder, path).replaceAll(sep, '/'))}, import.meta.url).href`
      // Every second part is the name of a worker.
      const contents = parts.map((part, nth) =>
        nth % 2 === 1
          ? `new URL('./${part}.js', import.meta.url)`
          : part.replaceAll('import.meta.url', address),
      )
      return { loader: 'js', contents: contents.join('') }
    })
  },
})
