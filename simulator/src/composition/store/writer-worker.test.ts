import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Bundled before the first test (scripts/bundle-workers.mjs); a watched run has no bundle.
const folder = process.env['BACKLOT_BUNDLED_WORKERS']

it.runIf(folder)('the writer, which starts with each platform, loads no schemas', () => {
  const bundle = readFileSync(join(folder!, 'writer-worker.mjs'), 'utf8')
  expect(bundle).toContain('simulator/src/composition/store/writes.ts')
  expect([...new Set(bundle.match(/^\/\/ node_modules\/zod\/.*$/gm))]).toEqual([])
})
