import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = ['contract/src', 'simulator/src', 'console/src', 'cli/src', 'testing', 'scripts'].flatMap(
  (folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|[\\/])(dist|node_modules)[\\/]/.test(file))
      .map((file) => join(ROOT, folder, file)),
)

it('files that mock modules are named so: other files share their loaded modules', () => {
  expect(files.length).toBeGreaterThan(400)
  const mocks = files.filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')))
  expect(mocks.filter((file) => !/\.mocks\.test\.tsx?$/.test(file))).toEqual([])
})
