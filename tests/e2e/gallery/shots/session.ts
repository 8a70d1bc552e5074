import { DEMO_PASSWORD } from '../../../../testing/operator.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

/** Before anybody is signed in. */
export const SESSION_SHOTS: readonly Shot[] = [
  {
    name: 'sign-in',
    large: true,
    account: null,
    readme: { name: 'sign-in', theme: 'dark' },
    prepare: ({ signInPage }) => signInPage.open(),
  },
  {
    name: 'sign-in-faults',
    account: null,
    prepare: async ({ signInPage }) => {
      await signInPage.open()
      await signInPage.submit()
    },
  },
  {
    name: 'sign-in-wrong-code',
    account: null,
    prepare: (stage) => refused(stage, { loginName: 'viewer1', password: DEMO_PASSWORD, verifycode: '0000' }),
  },
  {
    name: 'sign-in-wrong-password',
    account: null,
    prepare: (stage) => refused(stage, { loginName: 'nobody', password: 'Wrong@2026' }),
  },
  {
    name: 'sign-in-locked',
    account: null,
    prepare: async (stage) => {
      for (let i = 0; i < 5; i++) await refused(stage, { loginName: 'viewer2', password: 'Wrong@2026' })
      await refused(stage, { loginName: 'viewer2', password: DEMO_PASSWORD })
    },
  },
  {
    name: 'sign-in-after-kick-out',
    account: null,
    prepare: ({ signInPage }) => signInPage.open('/#/login?reason=kickedOut'),
  },
  {
    name: 'api-docs',
    account: null,
    large: true,
    prepare: async ({ page, url }) => {
      await page.goto(new URL('/docs', url).href)
      await page.getByRole('heading').first().waitFor()
    },
  },
]

async function refused(
  { page, signInPage }: Stage,
  entry: { loginName: string; password: string; verifycode?: string },
): Promise<void> {
  await signInPage.open()
  await signInPage.send(entry)
  await page.getByRole('alert').waitFor()
}
