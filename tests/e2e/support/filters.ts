import type { Locator, Page } from '@playwright/test'

/** Opens the field of a filter over a table: by its chip while it is set, from the list of filters else. */
export async function openFilter(page: Page, label: string): Promise<void> {
  const bar = page.getByRole('search')
  const add = bar.getByRole('button', { name: 'Add filter' })
  const chip = chipOf(page, label)
  await add.or(chip).first().waitFor()
  if (await chip.isVisible()) return chip.click()
  await add.click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** The chip of a filter that is set: its words are the field and the value. */
export function chipOf(page: Page, label: string): Locator {
  return page.getByRole('search').getByRole('button', { name: new RegExp(`^${label}: `) })
}

/** Sets a filter that has a list, which is open as soon as its field is. */
export async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  await openFilter(page, label)
  await page.getByTitle(value, { exact: true }).filter({ visible: true }).last().click()
}
