// Licences of packages built into the console: their texts go where the code goes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../bootstrap.mjs'
import { isFine } from '../licences.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Folder of a package as code in `from` would find it; undefined when it is not installed (an optional one). */
function folderOf(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return undefined
  }
}

/** Every package that the console's dependencies bring, by name and version. Throws for one without a licence. */
export function consoleLicences() {
  const found = new Map()
  const visit = (folder) => {
    const { name, version, license, dependencies = {} } = read(join(folder, 'package.json'))
    const id = `${name}@${version}`
    if (found.has(id)) return
    const own = !name.startsWith('@backlot/')
    if (own && !isFine(license ?? 'unknown')) throw new Error(`${id} is under ${license ?? 'no licence'}.`)
    found.set(id, own ? { id, license, text: textOf(folder) } : undefined)
    for (const next of Object.keys(dependencies)) {
      const target = folderOf(next, folder)
      if (target && !next.startsWith('@types/')) visit(target)
    }
  }
  visit(join(ROOT, 'console'))
  return [...found.values()].filter(Boolean).sort((a, b) => (a.id < b.id ? -1 : 1))
}

function textOf(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|ofl)(\.|$)/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').trim() : ''
}

/** All of them in one text: identical ones are included once. */
export function licencesText() {
  const byText = new Map()
  for (const { id, license, text } of consoleLicences()) {
    const known = byText.get(text || license) ?? { license, ids: [] }
    known.ids.push(`${id} (${license})`)
    byText.set(text || license, known)
  }
  const parts = [...byText].map(([text, { ids }]) => `${ids.join('\n')}\n\n${text}\n`)
  return `The console in this package is built from the packages below.\n\n${parts.join(`\n${'-'.repeat(78)}\n\n`)}`
}
