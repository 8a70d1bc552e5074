import { controlTalkCall, controlTalkDevice } from '@backlot/contract/control/talk-calls'
import { control } from '../../../../testing/control.ts'
import { trueDevices } from '../../support/fleet.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

/** Intercom, call tools, meeting and push-to-talk. Nobody speaks: pictures look the same each time. */
export const TALK_SHOTS: readonly Shot[] = [
  {
    name: 'talk-intercom',
    prepare: async (stage) => {
      await openTalk(stage, stage.text.talk.open.intercom)
      await stage.page.getByRole('button', { name: stage.text.talk.panel.hold }).waitFor()
    },
  },
  {
    name: 'talk-broadcast',
    prepare: async (stage) => {
      await openTalk(stage, stage.text.talk.open.intercom)
      await stage.page.getByText(stage.text.talk.panel.broadcast, { exact: true }).click()
      await stage.page.getByText(stage.text.talk.panel.others).waitFor()
    },
  },
  {
    name: 'talk-call',
    prepare: async (stage) => {
      const { page, url, text, bodyworn } = stage
      await control(url, controlTalkDevice, {
        body: { sn: bodyworn.sn, silent: true, ringMs: 0, answer: 'ok' },
      })
      await openTalk(stage, text.talk.open.listen)
      await page.getByRole('heading', { name: text.talk.state.monitoring }).waitFor()
      await page.getByRole('button', { name: text.talk.volume.title }).click()
      await page.getByRole('slider', { name: text.talk.volume.title }).waitFor()
    },
  },
  {
    name: 'talk-guide',
    prepare: async ({ go, page, text }) => {
      await go('/index')
      await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
      await page.getByRole('button', { name: text.talk.menu.title, exact: true }).click()
      await page.getByRole('menuitem', { name: text.talk.menu.guide }).click()
      await page.getByRole('button', { name: text.talk.guide.next }).waitFor()
    },
  },
  {
    name: 'talk-incoming',
    prepare: async ({ go, page, url, text, bodyworn }) => {
      await go('/dispatch')
      await page.getByRole('button', { name: text.talk.menu.title, exact: true }).waitFor()
      await control(url, controlTalkCall, { body: { sn: bodyworn.sn } })
      await page.getByRole('button', { name: text.talk.incoming.answer }).waitFor()
    },
  },
  {
    name: 'talk-meeting',
    prepare: async ({ go, page, url, text }) => {
      const [one, two] = (await trueDevices(url, { kind: 'bodyCamera' })).filter(({ online }) => online)
      for (const { sn } of [one!, two!])
        await control(url, controlTalkDevice, { body: { sn, silent: true, ringMs: 0, answer: 'ok' } })
      await go('/index')
      await page.getByRole('button', { name: text.talk.menu.title, exact: true }).click()
      await page.getByRole('menuitem', { name: text.talk.menu.meeting }).click()
      await page.getByRole('button', { name: text.talk.meeting.create }).click()
      const choice = page.getByRole('combobox', { name: text.talk.meeting.devices })
      for (const { sn } of [one!, two!]) {
        await choice.fill(sn)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: text.talk.meeting.start }).click()
      await page.getByRole('button', { name: text.talk.meeting.leave }).waitFor()
    },
  },
  {
    name: 'talk-push-to-talk',
    prepare: async ({ go, page, text }) => {
      await go('/index')
      await page.getByRole('button', { name: text.talk.menu.title, exact: true }).click()
      await page.getByRole('menuitem', { name: text.talk.menu.ptt }).click()
      await page.getByRole('combobox', { name: text.talk.ptt.group }).waitFor()
    },
  },
]

/** Chooses an entry of the body camera's menu in the tree. */
async function openTalk({ go, page, text, bodyworn }: Stage, entry: string): Promise<void> {
  await go('/realTime?layout=4')
  await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill(bodyworn.sn)
  await page
    .getByRole('treeitem')
    .and(page.getByTitle(new RegExp(`${bodyworn.sn}$`)))
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
