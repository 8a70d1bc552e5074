import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../testing/operator.ts'

/** Fills the form of a new account that the demo's password and role Viewer suit. */
export async function fillNewUser(page: Page, entry: { loginName: string; name: string; password?: string }) {
  const { loginName, name, password = DEMO_PASSWORD } = entry
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByLabel('User name').fill(loginName)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  const role = dialog.getByRole('combobox', { name: 'Role' })
  await role.fill('Viewer')
  // The roles arrive from the platform: Enter takes the entry that the open list marks.
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Viewer')
  await role.press('Enter')
  return dialog
}
