import { readdir } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { spokenFaults } from '../../../testing/spoken-names.ts'
import { finishedAnimations } from './motions.ts'
import type { TestLanguage } from './texts.ts'

/** One run a theme, each in one language, so that both languages and both themes are looked at. */
export const LOOKS = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'zh' },
] as const

/** Pattern of texts that are not written yet. */
const PLACEHOLDER = /lorem|\bTODO\b|\bundefined\b|\bNaN\b|\[object |not available in this version/

/** No loading sign is left. */
export async function settled(page: Page): Promise<void> {
  await expect(
    page.locator('.page-loading, .ant-spin-spinning, .ant-skeleton-active, .table-skeleton'),
  ).toHaveCount(0)
}

/**
 * Looks at a page as it is: no serious finding of axe, and everything that `readPage` reads. `within`: the part of the page
 * that axe looks at, where the rest has been looked at before.
 */
export async function lookAt(
  page: Page,
  what: string,
  language: TestLanguage,
  within = 'html',
): Promise<void> {
  let told = await findings(page, within)
  // Data that came in meanwhile may have set a colour in motion.
  if (told.length > 0) told = await findings(page, within)
  expect.soft(told, what).toEqual([])
  await readPage(page, what, language)
}

/**
 * Reads a page as it is: no text is missing, unwritten, lost or in another language, everything has a name that a screen
 * reader can say, nothing is wider than the page, and no list has to be scrolled sideways.
 */
export async function readPage(page: Page, what: string, language: TestLanguage): Promise<void> {
  const { text, lang, wide, scrolled } = await page.evaluate(() => ({
    text: document.body.innerText,
    lang: document.documentElement.lang,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    scrolled: [...document.querySelectorAll('.table-screen .rows-scroll')].map(
      (table) => table.scrollWidth - table.clientWidth,
    ),
  }))
  textKey ??= keyPattern()
  expect.soft(text, what).not.toMatch(await textKey)
  expect.soft(PLACEHOLDER.exec(text)?.[0], `${what}: placeholder`).toBeUndefined()
  expect.soft(lang, what).toMatch(language === 'zh' ? /^zh/ : /^en/)
  expect.soft(wide, `${what}: wider than the page by`).toBeLessThanOrEqual(0)
  expect.soft(Math.max(0, ...scrolled), `${what}: a list to scroll sideways by`).toBe(0)
  expect.soft(await unspeakable(page, language), `${what}: as a screen reader says it`).toEqual([])
  // Icons are beside texts and have none of their own.
  const named = page.locator('.anticon:not([aria-hidden]):visible')
  const icons = await named.evaluateAll((all) =>
    all.map((icon) => icon.parentElement?.outerHTML.slice(0, 200)),
  )
  expect.soft(icons, `${what}: icons with names`).toEqual([])
  expect.soft(await page.evaluate(lostTexts), `${what}: texts cut off without a title`).toEqual([])
  if (language === 'en') expect.soft(await chineseOf(page), `${what}: Chinese on an English page`).toEqual([])
}

/** Faults of the screen and the dialogs over it for a screen reader. */
async function unspeakable(page: Page, language: TestLanguage): Promise<string[]> {
  const parts = await page.locator('main:visible, .screen-bare:visible, [role=dialog]:visible').all()
  const snapshots = await Promise.all(parts.map((part) => part.ariaSnapshot()))
  return [...new Set(snapshots.flatMap((snapshot) => spokenFaults(snapshot, language)))]
}

/** Serious findings of axe once nothing moves: the rule and the first places. */
async function findings(page: Page, within: string): Promise<string[][]> {
  await finishedAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .options({ resultTypes: ['violations'] })
    // In the page alone: there are no frames in it, and a second page for the findings would double the time.
    .setLegacyMode()
    .analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200)}`),
  ])
}

const TEXTS = new URL('../../../console/src/language/en/', import.meta.url)

/** Pattern of a missing text: `shell:menu.home`, `menu.home`, `{{count}}`, by the areas and groups of all texts. */
async function keyPattern(): Promise<RegExp> {
  const areas = (await readdir(TEXTS)).map((name) => name.replace('.ts', ''))
  const groups = new Set<string>()
  const note = (texts: object): void => {
    for (const [name, value] of Object.entries(texts)) {
      if (typeof value !== 'object') continue
      groups.add(name)
      note(value)
    }
  }
  for (const area of areas) note((await import(new URL(`${area}.ts`, TEXTS).href)).default)
  const oneOf = (names: Iterable<string>) => `(?:${[...names].join('|')})`
  // Neither names of files nor addresses.
  const key = `(?<![\\w./@-])${oneOf(groups)}\\.(?!(?:bin|csv|jpg|json|log|mp4|png|txt|xlsx|zip)\\b)[a-z]\\w+(?![/:@])`
  return new RegExp(`\\b${oneOf(areas)}:[a-z]\\w*|${key}|\\{\\{\\w+\\}\\}`)
}
let textKey: Promise<RegExp> | undefined

/**
 * Buttons, labels and headings with Chinese in them; names of people, plates, texts marked as Chinese and the language
 * switch are exempt.
 */
async function chineseOf(page: Page): Promise<string[]> {
  const texts = await page
    .locator('button, label, h1, h2, h3, th, dt, [role=tab], [role=menuitem]')
    .evaluateAll((elements) =>
      // A menu that was closed stays, unseen, as it was.
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const own = element.cloneNode(true) as HTMLElement
          for (const chinese of own.querySelectorAll('[lang^=zh]')) chinese.remove()
          return own.textContent ?? ''
        }),
    )
  return texts.filter(
    (text) => /[\u4e00-\u9fff]/.test(text) && !/^中文$|京|[\u4e00-\u9fff]{2,3} \w+$/.test(text.trim()),
  )
}

/** Texts that are cut off by their box, and that neither a title nor a press shows whole. */
function lostTexts(): string[] {
  const GIVES =
    '[title]:not([title=""]), [aria-describedby], button, a, [role="tab"], .ant-select, .ant-picker'
  const isCut = (own: Element) => own.scrollWidth > own.clientWidth + 1 && own.clientWidth > 0
  return [...document.querySelectorAll('body *')].flatMap((own) => {
    const written = [...own.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
    const { overflowX, visibility, clipPath } = getComputedStyle(own)
    const cuts = overflowX === 'hidden' || overflowX === 'clip'
    // Text for screen readers alone is clipped away.
    const isHidden = visibility === 'hidden' || clipPath === 'inset(50%)'
    if (!written || !cuts || isHidden || !isCut(own) || own.closest(GIVES)) return []
    return [`${own.className}: ${own.textContent}`]
  })
}
