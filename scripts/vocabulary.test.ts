import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const CODE = ['contract/src', 'simulator/src', 'console/src', 'cli/src', 'testing', 'tests', 'scripts']
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs']
/** Decisions describe their own time. */
const LEFT_OUT = /\/(dist|node_modules|decisions)\//
/** Words of names (lower case) that docs/glossary.md has others for. */
const BANNED = /^(book|motor|intake|desks?|kept|yard|stand-?ins?|occasions?|harms?|blows?|doors?|deeds?)$/
/** A model of devices, for the yards of a warehouse. */
const MODEL = 'controllerYard'

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !LEFT_OUT.test(path))

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
const isBanned = (name: string) => name !== MODEL && wordsOf(name).some((word) => BANNED.test(word))

const sources = CODE.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mjs)$/))

it('files and exports are named by the terms of the glossary', () => {
  expect(sources.length).toBeGreaterThan(2000)
  const names = sources.flatMap((path) => {
    const exported = readFileSync(path, 'utf8').matchAll(
      /^export (?:declare )?(?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm,
    )
    return [basename(path), ...[...exported].map((match) => match[1]!)].map((name) => ({ path, name }))
  })
  const wrong = names.filter(({ name }) => isBanned(name))
  expect(wrong.map(({ path, name }) => `${relative(ROOT, path)}: ${name}`)).toEqual([])
})

it('pages name code by the terms of the glossary', () => {
  const pages = PAGES.flatMap((path) => (path.endsWith('.md') ? [join(ROOT, path)] : filesIn(path, /\.md$/)))
  const named = pages.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`([\w./-]+)`/g)].map((match) => ({ path, name: match[1]! })),
  )
  expect(named.length).toBeGreaterThan(500)
  const wrong = named.filter(({ name }) => isBanned(name))
  expect(wrong.map(({ path, name }) => `${relative(ROOT, path)}: ${name}`)).toEqual([])
})
