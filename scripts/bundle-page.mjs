// The scripts of static folders (cli/page): those of a replay are one file each, and the simulator is many.
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundleSimulatorPage } from './bundle-simulator-page.mjs'

/** Bundles them into cli/dist-page below `root`. */
export async function bundlePage(root) {
  const sources = join(root, 'cli/page')
  await bundleSimulatorPage(root)
  await build({
    entryPoints: {
      page: join(sources, 'page.ts'),
      'simulator-page': join(sources, 'simulator-page.ts'),
      worker: join(sources, 'replay-worker.ts'),
      'service-worker': join(sources, 'service-worker.ts'),
    },
    outdir: join(root, 'cli/dist-page'),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    conditions: ['source'],
    logLevel: 'warning',
  })
}
