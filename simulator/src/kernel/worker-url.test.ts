import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleOf } from './worker-url.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-worker-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const urlOf = (name: string) => pathToFileURL(join(folder, name))

test('the bundle of a worker is taken until its sources are compiled again', () => {
  const [worker, compiled] = [urlOf('writer-worker.js'), [urlOf('.tsbuildinfo'), urlOf('not-there')]]
  writeFileSync(worker, '')
  writeFileSync(urlOf('.tsbuildinfo'), '')
  expect(bundleOf(worker, compiled)).toBeUndefined()
  writeFileSync(urlOf('writer-worker.bundle.js'), '')
  expect(bundleOf(worker, compiled)?.href).toBe(urlOf('writer-worker.bundle.js').href)
  const later = Date.now() / 1000 + 60
  utimesSync(urlOf('.tsbuildinfo'), later, later)
  expect(bundleOf(worker, compiled)).toBeUndefined()
})

test('in an installed package, which has nothing of the compiler, the bundle is taken', () => {
  writeFileSync(urlOf('writer-worker.bundle.js'), '')
  expect(bundleOf(urlOf('writer-worker.js'), [urlOf('.tsbuildinfo')])).toBeDefined()
})
