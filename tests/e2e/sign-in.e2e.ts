import { CODES } from '@backlot/contract/codes'
import { controlCutChannel } from '@backlot/contract/control/calls'
import { listRoles, updateRole } from '@backlot/contract/users/calls'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { SignInPage, signIn } from './support/sign-in.ts'

test.describe('signing in', () => {
  test('says what is wrong with the code, then with the password, then signs in', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    const signInPage = new SignInPage(page, simulator.url)
    await signInPage.open()
    const entry = { loginName: 'chief', password: DEMO_PASSWORD }
    expect(await signInPage.send({ ...entry, verifycode: 'wrong' })).toBe(CODES.verifyCodeWrong)
    await expect(page.getByRole('alert')).toContainText(/code/i)

    expect(await signInPage.send({ ...entry, password: 'Not-It-2026' })).toBe(CODES.wrongCredentials)
    await expect(page.getByRole('alert')).toContainText(/user ?name or password/i)
    await expect(signInPage.field('verifycode')).toHaveValue('')

    expect(await signInPage.send(entry)).toBe(CODES.ok)
    await expect(page.getByRole('button', { name: /Chief, account and settings/ })).toBeVisible()
    await expect(page).toHaveURL(/#\/index$/)
  })

  test('checks the fields before anything is sent', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    const signInPage = new SignInPage(page, simulator.url)
    await signInPage.open()
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await signInPage.field('loginName').fill('ab')
    await signInPage.submit()
    await expect(page.getByText('Between 3 and 12 characters')).toBeVisible()
    await expect(page.getByText('Between 4 and 32 characters')).toBeVisible()
    await expect(page.getByText('Enter the code in the picture')).toBeVisible()
    await expect(signInPage.field('loginName')).toBeFocused()
    expect(sent).not.toContain('/user/login')
  })

  test('is light or dark as the system is now, until one is chosen', async ({ console: page, simulator }) => {
    const signInPage = new SignInPage(page, simulator.url)
    await signInPage.open()
    const html = page.locator('html')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(html).toHaveAttribute('data-theme', colorScheme)
    }
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await expect(html).toHaveAttribute('data-theme', 'light')
  })

  test('locks an account after five wrong passwords, for the right password too', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    for (let i = 0; i < 5; i++)
      await expect(Operator.signIn(simulator.url, 'viewer2', `wrong-${i}`)).rejects.toThrow()
    const signInPage = new SignInPage(page, simulator.url)
    await signInPage.open()
    expect(await signInPage.send({ loginName: 'viewer2', password: DEMO_PASSWORD })).toBe(CODES.accountLocked)
    await expect(page.getByRole('alert')).toContainText(/locked/i)
  })
})

test.describe('signing out', () => {
  test('is asked for, clears what was stored and ends the session on the platform', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url)
    const menu = page.getByRole('button', { name: 'Administrator, account and settings' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    const ask = page.getByRole('dialog', { name: 'Log out of the console?' })
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(ask).toBeHidden()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await ask.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toMatch(/userInfo|sessionId|loginName/)
    expect(stored).not.toContain(DEMO_PASSWORD)

    await page.goto(new URL('/#/realTime', simulator.url).href)
    await expect(page).toHaveURL(/#\/login\?to=%2FrealTime/)
    expect((await page.request.get(new URL('/user/getInfo', simulator.url).href)).status()).toBe(401)
  })
})

test.describe('a session that ends by itself', () => {
  test.use({ expectedErrors: /status of 40[13]|WebSocket connection .* failed/ })

  test('is told so when the account signs in elsewhere', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { loginName: 'video3' })
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await Operator.signIn(simulator.url, 'video3')
    const notice = page.getByRole('dialog', { name: /signed out by an administrator or another sign-in/ })
    await notice.getByRole('button', { name: 'Go to sign-in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(/signed out by an administrator/)
  })

  test('shows the message of an expired sign-in, then the sign-in page', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { loginName: 'video3' })
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await control(simulator.url, controlCutChannel, { body: { loginName: 'video3', refuseForMs: 30_000 } })
    await Operator.signIn(simulator.url, 'video3')
    await page.reload()
    await expect(page.getByText('Login expired, please log in again').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Login expired, please log in again')
  })

  test('returns to the sign-in when the account has no permission left', { tag: '@main' }, async ({
    console: page,
    simulator,
  }) => {
    const admin = await Operator.signIn(simulator.url)
    const roles = await admin.call(listRoles, { headers: { lang: 'en' } })
    const viewer = roles.list.find((role) => role.name === 'Viewer')
    if (!viewer) throw new Error('The demo has no role Viewer.')
    await signIn(page, simulator.url, { loginName: 'viewer1' })
    try {
      await admin.call(updateRole, { body: { roleId: viewer.roleId, permission: [] } })
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Your account does not have permissions')
    } finally {
      await admin.call(updateRole, { body: { roleId: viewer.roleId, permission: viewer.permission } })
    }
  })
})
