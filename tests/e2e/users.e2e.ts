import { CODES } from '@backlot/contract/codes'
import { addRole, addUser, deleteRole, listRoles, listUsers } from '@backlot/contract/users/calls'
import { ROLE_TYPES } from '@backlot/contract/users/constants'
import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { fillNewUser } from './support/new-user.ts'
import { SignInPage, signIn } from './support/sign-in.ts'

const USERS = '/systemManange/userManage'
const ROLES = '/systemManange/rolesManage'

const rowOf = (page: Page, loginName: string) => page.getByRole('row', { name: new RegExp(`^${loginName} `) })

/** Another person's browser, signed in and with its real-time channel open. */
async function secondBrowser(browser: Browser, url: string, loginName: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(page, url, { loginName })
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  return page
}

test.describe('users', () => {
  // A console whose session was ended gets a refusal when it signs out.
  test.use({ expectedErrors: /status of 401/ })

  test('are created, found, changed, locked, kicked out and deleted', async ({
    console: page,
    simulator,
    browser,
  }) => {
    await signIn(page, simulator.url, { to: USERS })
    const dialog = await fillNewUser(page, { loginName: 'guard7', name: 'Night guard' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('User guard7 has been created')).toBeVisible()

    await page.getByRole('textbox', { name: 'User', exact: true }).fill('GUARD')
    await expect(page).toHaveURL(/name=GUARD/)
    const row = rowOf(page, 'guard7')
    await expect(row).toContainText('Viewer')
    await expect(row).toContainText('admin')
    await expect(page.getByText('1–1 of 1')).toBeVisible()

    await row.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit guard7' })
    await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled()
    await edit.getByLabel('Name', { exact: true }).fill('Day guard')
    await edit.getByLabel('Name', { exact: true }).press('Enter')
    await expect(row).toContainText('Day guard')

    const guard = await secondBrowser(browser, simulator.url, 'guard7')
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const kick = page.getByRole('dialog', { name: 'Sign Day guard (guard7) out everywhere?' })
    await kick.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('1 session ended')).toBeVisible()
    const notice = guard.getByRole('dialog', { name: /signed out by an administrator/ })
    await notice.getByRole('button', { name: 'Go to sign-in' }).click()
    await expect(guard.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await guard.context().close()

    await row.getByRole('button', { name: 'Lock' }).click()
    await page
      .getByRole('dialog', { name: /^Lock / })
      .getByRole('button', { name: 'Lock' })
      .click()
    await expect(row).toContainText('Locked')
    await expect(Operator.signIn(simulator.url, 'guard7')).rejects.toThrow(String(CODES.accountLocked))
    await row.getByRole('button', { name: 'Unlock' }).click()
    await expect(row).toContainText('Signed out')

    const again = await secondBrowser(browser, simulator.url, 'guard7')
    await row.getByRole('button', { name: 'Delete' }).click()
    // The warning leaves by itself after a while: it is pressed as soon as it comes, whatever this page does meanwhile.
    const warning = again.getByRole('dialog', { name: /Your account has been deleted/ })
    const left = warning.getByRole('button', { name: 'Go to sign-in' }).click()
    // Signed out, the page is reloaded.
    const loaded = again.waitForEvent('load')
    await page
      .getByRole('dialog', { name: /^Delete / })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByText('1 account deleted')).toBeVisible()
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await left
    await loaded
    await again.waitForURL(/login\?reason=deleted/)
    await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const signInPage = new SignInPage(again, simulator.url)
    await signInPage.open()
    expect(await signInPage.send({ loginName: 'guard7', password: DEMO_PASSWORD })).toBe(
      CODES.wrongCredentials,
    )
    await again.context().close()
  })

  test('nobody is told what is wrong with a password that was not reached yet', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: USERS })
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add user' })
    await dialog.getByLabel('User name').fill('x')
    await expect(dialog.getByText('Between 3 and 12 characters')).toBeVisible()
    await expect(dialog.getByLabel('Password', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('refuse what the contract does not take, and ask before entries are lost', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: USERS })
    const dialog = await fillNewUser(page, { loginName: 'ab', name: '', password: 'short' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Between 3 and 12 characters')).toBeVisible()
    await expect(dialog.getByText('Between 1 and 32 characters')).toBeVisible()
    await expect(dialog.getByText('Use at least three of: uppercase', { exact: false })).toBeVisible()

    await dialog.getByLabel('User name').fill('gate-7')
    await expect(dialog.getByText('Use only digits, letters (A to Z) and underscores')).toBeVisible()
    await dialog.getByLabel('Email').fill('nobody')
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible()
    await dialog.getByLabel('User name').fill('ab')

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const ask = page.getByRole('dialog', { name: 'Discard your changes?' })
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(ask).toBeHidden()
    await expect(dialog.getByLabel('User name')).toHaveValue('ab')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await ask.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  test('cannot do away with themselves, and are told how many go along', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: USERS })
    const own = rowOf(page, 'admin')
    for (const name of ['Lock', 'Delete']) {
      await expect(own.getByRole('button', { name })).toBeDisabled()
    }
    await own.getByRole('button', { name: /^More/ }).click()
    for (const name of ['Sign out', 'Reset password']) {
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    }
    await page.getByRole('textbox', { name: 'User', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeHidden()
    await own.getByRole('button', { name: 'Delete' }).hover({ force: true })
    await expect(page.getByRole('tooltip')).toContainText('your own account')

    const { list } = await (await Operator.signIn(simulator.url)).call(listUsers, {
      query: { name: 'chief' },
    })
    const count = list[0]?.subAccounts ?? 0
    expect(count).toBeGreaterThan(1)
    await rowOf(page, 'chief').getByRole('button', { name: 'Delete' }).click()
    const ask = page.getByRole('dialog', { name: /^Delete .*chief/ })
    await expect(ask).toContainText(`${count} sub-accounts`)
    await expect(ask.getByRole('button', { name: `Delete ${count + 1} accounts` })).toBeVisible()
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(ask).toBeHidden()
  })
})

test.describe('a reset password', () => {
  test.use({ expectedErrors: /status of (401|403)/ })

  test('is shown once, ends the sessions, and is changed before anything else, after a reload too', async ({
    console: page,
    simulator,
    browser,
  }) => {
    const admin = await Operator.signIn(simulator.url)
    const { list: roles } = await admin.call(listRoles, { query: { type: ROLE_TYPES.viewer } })
    const person = { loginName: 'forgetful', name: '王芳', roleId: roles[0]?.roleId ?? 0 }
    await admin.call(addUser, { body: { ...person, password: Operator.hash(DEMO_PASSWORD) } })
    const user = await secondBrowser(browser, simulator.url, 'forgetful')

    await signIn(page, simulator.url, { to: `${USERS}?name=forgetful` })
    const row = rowOf(page, 'forgetful')
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await page
      .getByRole('dialog', { name: /^Reset the password of/ })
      .getByRole('button', { name: 'Reset password' })
      .click()
    const once = page.getByRole('dialog', { name: 'One-time password for forgetful' })
    const password = (await once.locator('code').textContent()) ?? ''
    expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    await page.keyboard.press('Escape')
    await expect(once).toBeVisible()
    await once.getByRole('button', { name: 'I have saved it' }).click()
    await expect(once).toBeHidden()
    // Signed out, the page is reloaded.
    const loaded = user.waitForEvent('load')
    await user.getByRole('button', { name: 'Go to sign-in' }).click()
    await loaded
    await user.waitForURL(/login\?reason=updated/)

    const signInPage = new SignInPage(user, simulator.url)
    await signInPage.open()
    expect(await signInPage.send({ loginName: 'forgetful', password })).toBe(0)
    const heading = user.getByRole('heading', { name: 'Set a new password' })
    await expect(heading).toBeVisible()
    await user.reload()
    await expect(heading).toBeVisible()
    await expect(user.getByRole('banner')).toBeHidden()

    // By keyboard alone: the first field has the focus.
    const field = user.getByLabel('New password', { exact: true })
    await expect(field).toBeFocused()
    await user.keyboard.type(password)
    await user.getByLabel('Repeat new password').fill(password)
    await user.keyboard.press('Enter')
    await expect(user.getByText('The new password must differ from the old one')).toBeVisible()
    await field.fill('Street#77')
    await user.getByLabel('Repeat new password').fill('Street#77')
    await user.keyboard.press('Enter')
    await expect(user.getByRole('banner')).toBeVisible()
    await expect(user.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await user.context().close()
  })
})

test.describe('roles', () => {
  test('change what a signed-in person sees at once', async ({ console: page, simulator, browser }) => {
    await signIn(page, simulator.url, { to: ROLES })
    const viewer = await secondBrowser(browser, simulator.url, 'viewer1')
    const screens = viewer.getByRole('navigation', { name: 'Screens' })
    await expect(screens.getByRole('link', { name: 'Warning List' })).toBeVisible()
    await expect(screens.getByRole('link', { name: 'Dispatch' })).toBeHidden()

    const press = async (name: string, outcome: 'checked' | 'unchecked') => {
      await page
        .getByRole('row', { name: /^Viewer / })
        .getByRole('button', { name: 'Edit' })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Edit role Viewer' })
      const node = dialog.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })
      await node.getByRole('checkbox').click()
      await expect(node.getByRole('checkbox')).toBeChecked({ checked: outcome === 'checked' })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
    }
    await press('Dispatch', 'checked')
    await expect(viewer.getByText('Your permissions have changed')).toBeVisible()
    await expect(screens.getByRole('link', { name: 'Dispatch' })).toBeVisible()
    await expect(viewer.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await press('Dispatch', 'unchecked')
    await expect(screens.getByRole('link', { name: 'Dispatch' })).toBeHidden()
    await viewer.context().close()
  })

  test('are created with ticked pages, and go only when nobody has them', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: ROLES })
    const inUse = page.getByRole('row', { name: /^Dispatcher / }).getByRole('button', { name: 'Delete' })
    await expect(inUse).toBeDisabled()

    await page.getByRole('button', { name: 'Add role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add role' })
    await dialog.getByLabel('Role name').fill('Map watcher')
    // A page with two addresses is offered once.
    const node = dialog.getByRole('treeitem').filter({ has: page.getByText('History track') })
    await node.getByRole('checkbox').click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('row', { name: /^Map watcher / })
    await expect(row).toContainText('Home · Dispatch · History track')

    const admin = await Operator.signIn(simulator.url)
    const { list } = await admin.call(listRoles, { query: { name: 'Map watcher' } })
    expect(list[0]?.permission.map(({ target }) => target)).toEqual([
      '/index',
      '/dispatch',
      '/dispatch/mapReplay',
      '/mapReplay',
    ])
    await row.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete the role/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(row).toBeHidden()
    expect((await admin.ask(deleteRole, { body: { roleId: list[0]?.roleId ?? 0 } })).code).toBe(
      CODES.notFound,
    )
  })

  test('have an owner and a type, and cannot be changed by who does not own them', async ({
    console: page,
    simulator,
  }) => {
    const admin = await Operator.signIn(simulator.url)
    const targets = ['/index', USERS, ROLES].map((target) => ({ target }))
    const { roleId } = await admin.call(addRole, { body: { name: 'Managers', type: 2, permission: targets } })
    const { list } = await admin.call(listUsers, { query: { name: 'video1' } })
    const password = Operator.hash(DEMO_PASSWORD)
    const nodeId = list[0]?.nodeId ?? 0
    expect(nodeId).toBeGreaterThan(0)
    const local = { loginName: 'rolesLocal', name: 'Local manager', password, roleId, nodeId }
    await admin.call(addUser, { body: local })

    await signIn(page, simulator.url, { to: ROLES, loginName: 'rolesLocal' })
    const managers = page.getByRole('row', { name: /^Managers / })
    await expect(managers).toContainText('admin')
    await expect(managers.getByRole('button', { name: 'Edit' })).toBeDisabled()

    await page.getByRole('button', { name: 'Add role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add role' })
    await dialog.getByLabel('Role name').fill('Gate watch')
    const type = dialog.getByRole('combobox', { name: 'Role type' })
    await type.click()
    await page.getByTitle('Viewer', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const own = page.getByRole('row', { name: /^Gate watch / })
    await expect(own).toContainText('Viewer')
    await expect(own).toContainText('rolesLocal')
    await expect(own.getByRole('button', { name: 'Edit' })).toBeEnabled()
    await managers.getByRole('button', { name: 'Edit' }).hover({ force: true })
    await expect(page.getByRole('tooltip')).toContainText('you or your sub-accounts created')
  })

  test('of administrators keep what it takes to give rights', async ({ console: page, simulator }) => {
    await signIn(page, simulator.url, { to: ROLES })
    const row = page.getByRole('row', { name: /^Administrator / })
    await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await row.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit role Administrator' })
    await expect(dialog.getByRole('combobox', { name: 'Role type' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'None' }).click()
    await expect(dialog.getByText(/^2 of /)).toBeVisible()
  })
})
