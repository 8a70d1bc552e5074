import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageText, ROOT } from './docs/read-pages.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { version, workspaces } = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }

it('every place that names the version of the package names the same', () => {
  for (const workspace of workspaces) {
    const own = JSON.parse(read(`${workspace}/package.json`)) as {
      version: string
      dependencies: Record<string, string>
    }
    expect(own.version, workspace).toBe(version)
    for (const [name, wanted] of Object.entries(own.dependencies))
      if (name.startsWith('@backlot/')) expect(wanted, `${workspace}: ${name}`).toBe(version)
  }
  expect(read('cli/src/program.ts')).toContain(`.version('${version}')`)
})

it('the changelog has the version of the package, newest first, by the headings of Keep a Changelog', () => {
  const text = pageText('CHANGELOG.md')
  const versions = [...text.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name)
  expect(versions.slice(0, 2)).toEqual(['Unreleased', version])
  const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, name]) => name)
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  expect(kinds.filter((name) => !known.includes(name!))).toEqual([])
})

it('docs/versions.md names files that hold what it says they hold', () => {
  const named = [...pageText('docs/versions.md').matchAll(/`([\w./-]+\.ts)`, `(\w+)`/g)]
  expect(named.length).toBeGreaterThan(8)
  for (const [, file, name] of named) expect(read(file!), file).toMatch(new RegExp(`\\b${name}\\b`))
})
