import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../cli/bin/program-file.mjs'
import { ROOT } from './bootstrap.mjs'
import { bundleProgram } from './bundle-program.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backlot-program-'))
  write('node_modules/.package-lock.json', '{}')
  for (const part of ['contract', 'simulator', 'testing', 'cli']) write(`${part}/dist/.tsbuildinfo`, '{}')
  write(
    'simulator/dist/deep/place.js',
    'export const here = new URL("../../page.html", import.meta.url).href',
  )
  write(
    'simulator/dist/deep/thread.js',
    `import { Worker } from 'node:worker_threads'
    const moduleExtension = () => '.js'
    export const answer = () => new Promise((resolve) => {
      new Worker(new URL(\`./echo-worker\${moduleExtension(import.meta.url)}\`, import.meta.url)).once('message', resolve)
    })`,
  )
  write(
    'simulator/dist/deep/echo-worker.js',
    `import { parentPort } from 'node:worker_threads'
    import { here } from './place.js'
    parentPort.postMessage({ here })`,
  )
  write(
    'cli/dist/program.js',
    `import { here } from '../../simulator/dist/deep/place.js'
    export const main = async () => {
      const { answer } = await import('../../simulator/dist/deep/thread.js')
      console.log(JSON.stringify({ here, thread: await answer() }))
    }`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('a bundled program finds what lies beside its modules, and its threads are bundled too', async () => {
  const file = await bundleProgram(root)
  expect(programFile(root)).toBe(file)
  // Whatever it needs is in the bundle.
  rmSync(join(root, 'simulator/dist/deep'), { recursive: true })
  const run = `import(${JSON.stringify(pathToFileURL(file).href)}).then(({ main }) => main())`
  const printed = JSON.parse(execFileSync(process.execPath, ['-e', run], { encoding: 'utf8' }))
  const page = pathToFileURL(join(root, 'simulator/page.html')).href
  expect(printed.here).toBe(page)
  expect(printed.thread.here).toBe(page)
})

test('the thread that every platform starts is one file beside its own, for who loads the compiled files', async () => {
  write(
    'simulator/dist/store/writer-worker.js',
    `import { parentPort } from 'node:worker_threads'
    import { here } from '../deep/place.js'
    parentPort.postMessage(here)`,
  )
  await bundleProgram(root)
  rmSync(join(root, 'simulator/dist/deep'), { recursive: true })
  const thread = new Worker(join(root, 'simulator/dist/store/writer-worker.bundle.js'))
  const [here] = (await once(thread, 'message')) as [string]
  expect(here).toBe(pathToFileURL(join(root, 'simulator/page.html')).href)
})

test('a program that is compiled anew runs as it is until it is bundled again', async () => {
  const plain = join(root, 'cli/dist/program.js')
  expect(programFile(root)).toBe(plain)
  const first = await bundleProgram(root)
  expect(await bundleProgram(root)).toBe(first)
  write('contract/dist/.tsbuildinfo', '{"root":[]}')
  expect(programFile(root)).toBe(plain)
  const second = await bundleProgram(root)
  expect(programFile(root)).toBe(second)
  // One at a time, and nothing half made.
  expect(existsSync(first)).toBe(false)
  expect(readdirSync(join(root, '.cache/program'))).toHaveLength(1)
})

test('what cannot be bundled leaves the program as it is', async () => {
  write('cli/dist/program.js', 'import "./not-there.js"')
  await expect(bundleProgram(root)).rejects.toThrow('not-there.js')
  expect(existsSync(join(root, '.cache/program'))).toBe(false)
  expect(programFile(root)).toBe(join(root, 'cli/dist/program.js'))
})

test('a program that was installed rather than compiled runs as it is', () => {
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(programFile(root)).toBe(join(root, 'cli/dist/program.js'))
})

test.each(['areas/alarms/columns/reader-worker', 'store/checkpoint-worker'])(
  'the thread of %s, which only reads the database, loads no schemas',
  async (worker) => {
    const { metafile } = await build({
      entryPoints: [join(ROOT, `simulator/src/${worker}.ts`)],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      external: ['better-sqlite3', 'better-sqlite3-napi'],
      absWorkingDir: ROOT,
    })
    const [output] = Object.values(metafile.outputs)
    const loaded = Object.entries(output!.inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    )
    expect(loaded).toContain(`simulator/src/${worker}.ts`)
    expect(loaded.filter((file) => file.includes('node_modules/zod'))).toEqual([])
  },
)
