// Lays the package out as the repository lies: compiled files find migrations, fixtures and the console where they are
// used to. Imports of our own workspaces become relative ones.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../bootstrap.mjs'

const WORKSPACES = ['contract', 'simulator', 'cli', 'testing']
/** Tests and their own files. */
const OF_TESTS = /\.(test|test-support)\.(js|d\.ts)$/
/** Files whose types other people see. */
const TYPE_ENTRIES = ['index', 'playwright', 'vitest', 'contract'].map(
  (name) => `testing/dist/package/${name}.d.ts`,
)

/** Fills an empty folder. Answers the packages that the staged code imports, with one file that does. */
export function stage(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const imported = new Map()
  for (const workspace of WORKSPACES) {
    for (const file of filesBelow(`${workspace}/dist`)) {
      if (file.endsWith('.js') && !OF_TESTS.test(file)) put(folder, file, imported)
    }
  }
  for (const file of typeFiles()) put(folder, file, imported)
  for (const [from, keep] of [
    ['cli/bin', () => true],
    ['cli/dist-page', (path) => !path.endsWith('.tsbuildinfo')],
    ['console/dist', (path) => !path.includes('/.vite/')],
    ['console/dist-control-page', () => true],
    ['docs/dist', () => true],
    ['fixtures/dashboards', () => true],
    ['simulator/migrations', (path) => !path.endsWith('_snapshot.json')],
    ['fixtures/scenarios', () => true],
    ['fixtures/media', () => true],
  ]) {
    for (const file of filesBelow(from)) if (keep(file)) copy(folder, file)
  }
  copy(folder, 'LICENSE')
  copy(folder, 'CHANGELOG.md')
  return imported
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

/** The declarations that the entries and the contract reach. */
function typeFiles() {
  const found = new Set()
  const visit = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const { fileName } of importsIn(readFileSync(join(ROOT, file), 'utf8'))) {
      const target = resolved(fileName, file)
      if (target) visit(target.replace(/\.(js|ts)$/, '.d.ts'))
    }
  }
  TYPE_ENTRIES.forEach(visit)
  for (const file of filesBelow('contract/dist'))
    if (file.endsWith('.d.ts') && !OF_TESTS.test(file)) visit(file)
  return [...found]
}

/** Path of one of our files below the root; undefined for anything else. */
function resolved(specifier, from) {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [, workspace, path] = /^@backlot\/(\w+)\/(.+)$/.exec(specifier) ?? []
  return workspace && join(workspace, 'dist', `${path}.js`)
}

/** What a compiled file imports, with the places of the names in its text. */
const importsIn = (text) => ts.preProcessFile(text, true, true).importedFiles

function put(folder, file, imported) {
  let text = readFileSync(join(ROOT, file), 'utf8').replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n')
  for (const { fileName, pos } of importsIn(text).toSorted((a, b) => b.pos - a.pos)) {
    const target = resolved(fileName, file)
    if (!target) {
      note(imported, fileName, file)
      continue
    }
    const path = relative(dirname(file), target).replace(/\.ts$/, '.js')
    const at = text.indexOf(fileName, pos)
    text = `${text.slice(0, at)}${path.startsWith('.') ? path : `./${path}`}${text.slice(at + fileName.length)}`
  }
  if (text.includes('@backlot/')) throw new Error(`${file} still names a workspace.`)
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function note(imported, specifier, file) {
  if (specifier.startsWith('node:') || /^data:|^file:/.test(specifier)) return
  const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[0]
  if (!imported.has(name)) imported.set(name, file)
}

function copy(folder, file) {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  cpSync(join(ROOT, file), join(folder, file))
}
