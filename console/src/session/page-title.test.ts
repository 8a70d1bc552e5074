import { ROUTES } from '@backlot/contract/routes'
import { expect, it } from 'vitest'
import en from '../language/en/shell.ts'
import zh from '../language/zh/shell.ts'
import { pageTitle } from './page-title.ts'
import { hasScreen } from './screen-paths.ts'

it('names the screen, then the platform by its own name, or Backlot while it has none', () => {
  expect(pageTitle('Alarm query', 'Harbour Watch')).toBe('Alarm query – Harbour Watch')
  expect(pageTitle('Alarm query', '')).toBe('Alarm query – Backlot')
  expect(pageTitle('Sign in', undefined)).toBe('Sign in – Backlot')
})

it.each(Object.entries({ en, zh }))('every screen has a title in %s', (_language, { menu }) => {
  const titles = menu as Readonly<Record<string, string>>
  const screens = ROUTES.filter(({ path }) => hasScreen(path) || path === '/login' || path === '/404')
  expect(screens.filter(({ label }) => !titles[label]).map(({ path }) => path)).toEqual([])
})
