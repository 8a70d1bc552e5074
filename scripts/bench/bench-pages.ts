// Pages of our own for browser benchmarks: built with Vite, shown under /bench/ on a simulator's own origin.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build, defaultClientConditions } from 'vite'

const ROOT = join(import.meta.dirname, 'pages')
const OUT = join(import.meta.dirname, '../../.cache/bench-pages')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Builds the pages named `<name>.html`; production code, as the console ships it. */
export async function buildPages(names: readonly string[]): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    base: '/bench/',
    logLevel: 'warn',
    plugins: [react()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
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

/** A browser in the size of an operator's screen. */
export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
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
