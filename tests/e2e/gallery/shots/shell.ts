import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'
import { pattern } from '../stage.ts'

/** Home and the shell's own parts. */
export const SHELL_SHOTS: readonly Shot[] = [
  {
    name: 'home',
    large: true,
    readme: { name: 'home', theme: 'light' },
    prepare: async ({ go, page }) => {
      await go('/index')
      await page.locator('.newest li').first().waitFor()
    },
  },
  {
    name: 'home-viewer',
    account: 'viewer1',
    prepare: async ({ go, page }) => {
      await go('/index')
      await page.locator('.home').waitFor()
    },
  },
  {
    name: 'home-without-platform',
    prepare: async ({ go, page, text, failCalls }) => {
      await failCalls('/user/getInfo')
      await go('/index')
      await page.getByText(text.shell.screen.noPlatform).waitFor({ timeout: 20_000 })
    },
  },
  {
    name: 'side-bar',
    prepare: async ({ go, page, text }) => {
      await go('/systemManange/deviceTypeManage')
      await page.getByRole('button', { name: text.shell.nav.names }).click()
      await page.getByRole('navigation', { name: text.shell.nav.side }).getByRole('link').first().waitFor()
    },
  },
  { name: 'user-menu', prepare: (stage) => openUserMenu(stage) },
  ...(['info', 'monitoring', 'alarmSettings', 'place', 'password'] as const).map(
    (entry): Shot => ({ name: `account-${entry}`, prepare: (stage) => openAccountDialog(stage, entry) }),
  ),
  {
    name: 'account-info-faults',
    prepare: async (stage) => {
      await openAccountDialog(stage, 'info')
      const { page, text } = stage
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.account.name, { exact: true }).fill('X')
      await dialog.getByLabel(text.account.email, { exact: true }).fill('no address')
      await dialog.getByLabel(text.account.phone, { exact: true }).fill('12')
      await dialog.getByRole('button', { name: text.account.save, exact: true }).click()
      await dialog.getByText(text.account.rule.email).waitFor()
    },
  },
  {
    name: 'account-password-faults',
    prepare: async (stage) => {
      await openAccountDialog(stage, 'password')
      const { page, text } = stage
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.account.password.new, { exact: true }).fill('admin')
      await dialog.getByLabel(text.account.password.again, { exact: true }).fill('Other@2026')
      await dialog.getByRole('button', { name: text.account.save, exact: true }).click()
      await dialog.getByText(text.account.password.fault.differ).waitFor()
    },
  },
  {
    name: 'sign-out',
    prepare: async (stage) => {
      await openUserMenu(stage)
      await stage.page.getByRole('menuitem', { name: stage.text.shell.user.signOut }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'diagnostics',
    prepare: async ({ go, page, text }) => {
      await go('/index')
      await page.getByRole('button', { name: new RegExp(`^${text.shell.diagnostics.title}`) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'not-found', prepare: ({ go }) => go('/404') },
  {
    name: 'not-permitted',
    account: 'enviro1',
    prepare: async ({ go, page, text }) => {
      await go('/realTime')
      await page.getByText(text.shell.screen.notFound).waitFor()
    },
  },
  {
    name: 'logo',
    prepare: async ({ go, page, text }) => {
      await go('/logo')
      await page.getByRole('heading', { name: text.account.logo.title }).waitFor()
    },
  },
]

async function openUserMenu({ go, page, text }: Stage): Promise<void> {
  await go('/index')
  await page.getByRole('button', { name: pattern(text.shell.user.menu) }).click()
  await page.getByRole('menuitem').first().waitFor()
}

async function openAccountDialog(
  stage: Stage,
  entry: 'info' | 'monitoring' | 'alarmSettings' | 'place' | 'password',
): Promise<void> {
  await openUserMenu(stage)
  await stage.page.getByRole('menuitem', { name: stage.text.shell.user[entry] }).click()
  await stage.page.getByRole('dialog').waitFor()
}
