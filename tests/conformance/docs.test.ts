import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readScenario } from '@backlot/simulator/scenario/read-scenario'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { anchorsOf, BLOCKS, blocksIn, linksOf, PAGES, pathsOf, ROOT } from './docs/read-pages.ts'

it('links of the pages lead to files and headings that are there', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => ({ page, ...link })))
  const broken = links.filter(
    ({ to, heading }) =>
      !existsSync(join(ROOT, to)) || (heading && to.endsWith('.md') && !anchorsOf(to).includes(heading)),
  )
  expect(broken).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})

it('files and folders that the pages name are there', () => {
  const named = PAGES.flatMap((page) => pathsOf(page).map((path) => ({ page, path })))
  // Build outputs exist only after the build.
  const missing = named.filter(({ path }) => !path.includes('/dist') && !existsSync(join(ROOT, path)))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

it.each(blocksIn('json'))('$at is JSON', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow()
})

it.each(blocksIn('yaml'))('$at is YAML, and a scenario without mistakes where it is one', ({ text }) => {
  for (const document of parseAllDocuments(text)) {
    expect(document.errors).toEqual([])
    if (document.has('extends')) {
      const folder = mkdtempSync(join(tmpdir(), 'backlot-docs-'))
      const file = join(folder, 'scenario-of-the-docs.yaml')
      writeFileSync(file, text)
      const { problems } = readScenario(file)
      rmSync(folder, { recursive: true })
      expect(problems).toEqual([])
    }
  }
})

it('commands stand in blocks that tests/deep/docs-commands.test.ts runs', () => {
  const isCommand = /^\s*(\$ )?(npx|npm|backlot|curl|node|ffmpeg) /m
  const others = BLOCKS.filter(({ language, text }) => language !== 'sh' && isCommand.test(text))
  expect(others.map(({ at }) => at)).toEqual([])
})
