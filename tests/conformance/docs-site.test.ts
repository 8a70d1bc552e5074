import { expect, it } from 'vitest'
import {
  API_PAGES,
  descriptionOf,
  llmsText,
  SITE_PAGES,
  sitePath,
  titleOf,
} from '../../docs/.vitepress/pages.ts'
import { PAGES } from './docs/read-pages.ts'

it('each page of the repository stands once in the sidebar of the manual', () => {
  const shown = PAGES.filter((page) => page !== 'scripts/package/README.md')
  const written = SITE_PAGES.filter((page) => !(page in API_PAGES))
  expect(written.sort()).toEqual([...shown].sort())
})

it('llms.txt has each page by title, address and one line about it', () => {
  const [head = '', ...groups] = llmsText().split(/^## /m)
  expect(head).toMatch(/^# Backlot\n\n> [^\n]+\n\n$/)
  const lines = groups.flatMap((group) => group.split('\n').slice(2)).filter((line) => line !== '')
  const entries = lines.map((line) => /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/.exec(line)?.slice(1))
  expect(entries).toEqual(
    SITE_PAGES.map((page) => [titleOf(page), `/manual/${sitePath(page)}.html`, descriptionOf(page)]),
  )
  for (const page of SITE_PAGES) expect(descriptionOf(page), page).toMatch(/^[^\n[\]]{25,400}$/)
})
