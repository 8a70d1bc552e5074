import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of the bundled program: it changes whenever one of these is rewritten. */
const MADE_OF = [
  'contract/dist/.tsbuildinfo',
  'simulator/dist/.tsbuildinfo',
  'testing/dist/.tsbuildinfo',
  'cli/dist/.tsbuildinfo',
  'node_modules/.package-lock.json',
]

/**
 * Where the bundle of the compiled program lies below a root: its folder's name changes with the program. Undefined
 * where the program is not compiled in place, as in an installed package.
 */
export function bundledProgram(root) {
  const hash = createHash('sha1')
  for (const file of MADE_OF) {
    const found = statSync(join(root, file), { throwIfNoEntry: false })
    if (!found) return undefined
    hash.update(`${file} ${found.size} ${found.mtimeMs}\n`)
  }
  return join(root, '.cache/program', hash.digest('hex').slice(0, 12), 'program.js')
}

/** The program to load: its bundle, in half the time, or the compiled files when there is no bundle of just these. */
export function programFile(root) {
  const bundled = bundledProgram(root)
  return bundled && existsSync(bundled) ? bundled : join(root, 'cli/dist/program.js')
}
