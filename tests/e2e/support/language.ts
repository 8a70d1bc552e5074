import { expect, type Page } from '@playwright/test'
import { finishedAnimations } from './motions.ts'
import type { TestLanguage } from './texts.ts'

/** A language by its name in the user menu, and by the page's `lang`. */
const LANGUAGES = { en: { name: 'English', lang: 'en' }, zh: { name: '中文', lang: 'zh-CN' } } as const

/** Switches the language in the user menu, the screen staying open. */
export async function chooseLanguage(page: Page, language: TestLanguage): Promise<void> {
  const { name, lang } = LANGUAGES[language]
  await page.getByRole('banner').getByRole('button').last().click()
  const entry = page.getByRole('menuitem', { name, exact: true })
  await expect(entry).toBeVisible()
  // While the menu flies in a press goes beside it.
  await finishedAnimations(page)
  await entry.click()
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.getByRole('menuitem')).toHaveCount(0)
}

/** Lines that the page shows, with its title and the names of its parts. Numbers and times change by themselves. */
export async function saidBy(page: Page): Promise<Set<string>> {
  const lines = await page.evaluate(() => {
    // Icons are drawings inside of buttons that have names of their own.
    const named = [...document.querySelectorAll(':is([aria-label], [title], [placeholder]):not(.anticon)')]
    const names = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, ...document.body.innerText.split('\n'), ...names]
  })
  return new Set(
    lines.map((line) => line.trim()).filter((line) => /\p{L}{2}/u.test(line) && !/\d/.test(line)),
  )
}
