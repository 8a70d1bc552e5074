// Pages of our own for browser benchmarks: built with Vite, shown under /bench/ on a simulator's own origin.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build, defaultClientConditions } from 'vite'

const ROOT = join(import.meta.dirname, 'pages')
const OUT = join(import.meta.dirname, '../../.cache/bench-pages')
const PEERS = join(import.meta.dirname, 'peers/node_modules')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/** Whether a package to be measured beside is installed. */
export const hasPeer = (name: string): boolean => existsSync(join(PEERS, name))

/** Builds the pages named `<name>.html`; production code, as the console ships it. */
export async function buildPages(names: readonly string[]): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    base: '/bench/',
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      conditions: ['source', ...defaultClientConditions],
      alias: { leaflet: join(PEERS, 'leaflet') },
    },
    worker: { format: 'es' },
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2023',

      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: names.map((name) => join(ROOT, `${name}.html`)) },
    },
  })
}

/** Drawing in software, by the browser's own rasteriser. */
const PLAIN = ['--disable-gpu']
/**
 * As with a graphics card, only that its work is done by SwiftShader in the GPU process: canvas, layers and WebGL are
 * recorded by the page and drawn elsewhere.
 */
export const WITH_GPU = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
]

/** WebGL by SwiftShader in the GPU process, everything else by the browser's own rasteriser. */
export const WITH_WEBGL = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
]

/** A browser in the size of an operator's screen. */
export const openBrowser = (drawing: readonly string[] = PLAIN) =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      ...drawing,
      // Workers of these pages come from the build: to Chromium from nowhere, and so without sockets on loopback.
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,LocalNetworkAccessForWorkers',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })

/**
 * Opens a built page on the origin of `url`. The document itself comes from that server (Chromium would not let a page
 * from nowhere open sockets on loopback); its scripts come from the build.
 */
export async function openPage(context: BrowserContext, url: string, name: string): Promise<Page> {
  await context.route('**/bench/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/bench\//, '')
    const body = await readFile(join(OUT, path))
    await route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(`${url}/config.json`)
  await page.setContent(await readFile(join(OUT, `${name}.html`), 'utf8'))
  return page
}
