import { listGroups } from '@backlot/contract/device-admin/calls'
import { addMediaServer, listMediaServers } from '@backlot/contract/media-config/calls'
import { SERVER_KINDS } from '@backlot/contract/servers/constants'
import { addTemplate, listTemplates } from '@backlot/contract/templates/calls'
import { listVersions, startUpgradeRun, uploadVersion } from '@backlot/contract/upgrades/calls'
import { Operator } from '../../../../testing/operator.ts'
import { trueDevices } from '../../support/fleet.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const MEDIA_SERVERS = '/systemManange/mediaMange'
const UPGRADES = '/serverManange/mgt/upgradeServer'
const FAST_CONFIG = '/serverManange/fastConfig'
const SERVERS = '/serverManange'
const TEMPLATES = '/serverManange/templateManage'

/** Administration of servers. */
export const SERVER_USERS_SHOTS: readonly Shot[] = [
  { name: 'server-info', large: true, prepare: (stage) => openRows(stage, `${SERVERS}/serverInfo`) },
  ...SERVER_KINDS.filter(({ kind }) => kind !== 'upgrade').map(
    ({ page }): Shot => ({
      name: `server-${page}`,
      prepare: (stage) =>
        opened(stage.go(`${SERVERS}/mgt/${page}`), stage.page.locator('.row-panel .server-state')),
    }),
  ),
  {
    name: 'media-servers',
    large: true,
    prepare: async (stage) => {
      await addMediaServers(stage)
      await openRows(stage, MEDIA_SERVERS)
    },
  },
  {
    name: 'media-server-edit',
    prepare: async (stage) => {
      await addMediaServers(stage)
      await openRows(stage, MEDIA_SERVERS)
      await stage.page.getByRole('button', { name: stage.text.mediaConfig.edit }).nth(1).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'media-server-faults',
    prepare: async ({ go, page, text }) => {
      await go(MEDIA_SERVERS)
      await page.getByRole('button', { name: text.mediaConfig.addServer }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.mediaConfig.addr1).fill('http://x/')
      await dialog.getByRole('button', { name: text.mediaConfig.add, exact: true }).click()
      await dialog.getByText(text.mediaConfig.addressWrong).waitFor()
    },
  },
  {
    name: 'media-server-delete',
    prepare: async (stage) => {
      await addMediaServers(stage)
      await openRows(stage, MEDIA_SERVERS)
      await stage.page.getByRole('button', { name: stage.text.mediaConfig.delete }).nth(1).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'capture-rules',
    prepare: ({ go, page, text }) =>
      opened(
        go('/systemManange/mediaRecordSet'),
        page.getByRole('button', { name: text.mediaConfig.addRule, exact: true }),
      ),
  },
  {
    name: 'templates-none',
    prepare: ({ go, page, text }) => opened(go(TEMPLATES), page.getByText(text.templates.empty)),
  },
  {
    name: 'templates',
    large: true,
    prepare: async (stage) => {
      await addTemplates(stage)
      await openRows(stage, TEMPLATES)
    },
  },
  {
    name: 'template-generic',
    prepare: async (stage) => {
      await addTemplates(stage)
      await openRows(stage, TEMPLATES)
      await stage.page.getByRole('button', { name: stage.text.templates.edit }).last().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'template-faults',
    prepare: async ({ go, page, text }) => {
      await go(TEMPLATES)
      await page.getByRole('button', { name: text.templates.addGeneric }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: text.templates.rule.add }).click()
      await dialog.getByRole('button', { name: text.templates.rule.add }).click()
      await dialog.getByRole('button', { name: text.templates.create, exact: true }).click()
      await dialog.getByText(text.templates.nameMissing).waitFor()
    },
  },
  {
    name: 'template-meeting',
    prepare: async ({ go, page, text }) => {
      await go(TEMPLATES)
      await page.getByRole('button', { name: text.templates.addMeeting }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'fast-config',
    large: true,
    prepare: async ({ go, page }) => {
      await go(FAST_CONFIG)
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'fast-config-preview',
    prepare: async ({ go, page, text }) => {
      await go(FAST_CONFIG)
      await page.getByLabel(text.fastConfig.publicIp).fill('203.0.113.7')
      await page.getByLabel(text.fastConfig.localIp).fill('10.20.30.40')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'upgrade-versions-none',
    prepare: ({ go, page, text }) => opened(go(UPGRADES), page.getByText(text.upgrades.noVersions)),
  },
  {
    name: 'upgrade-upload-faults',
    prepare: async ({ go, page, text }) => {
      await go(UPGRADES)
      await page.getByRole('button', { name: text.upgrades.upload }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: text.upgrades.send, exact: true }).click()
      await dialog.getByText(text.upgrades.fileMissing).waitFor()
    },
  },
  {
    name: 'upgrade-versions',
    large: true,
    prepare: async (stage) => {
      await addRun(stage)
      await openRows(stage, UPGRADES)
    },
  },
  {
    name: 'upgrade-runs',
    prepare: async (stage) => {
      await addRun(stage)
      await openRows(stage, `${UPGRADES}?part=runs`)
    },
  },
  {
    name: 'upgrade-start',
    prepare: async (stage) => {
      await addRun(stage)
      await openRows(stage, UPGRADES)
      await stage.page.getByRole('button', { name: stage.text.upgrades.start }).first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'upgrade-progress',
    prepare: async (stage) => {
      await addRun(stage)
      await openRows(stage, `${UPGRADES}?part=runs`)
      await stage.page.getByRole('button', { name: stage.text.upgrades.progress }).first().click()
      await stage.page.getByRole('dialog').getByRole('row').nth(2).waitFor()
    },
  },
]

async function opened(going: Promise<void>, seen: { waitFor(): Promise<void> }): Promise<void> {
  await going
  await seen.waitFor()
}

async function openRows({ go, page }: Stage, path: string): Promise<void> {
  await go(path)
  await page.getByRole('row').nth(1).waitFor()
}

async function addMediaServers({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  if ((await admin.call(listMediaServers)).total > 1) return
  const { list: groups } = await admin.call(listGroups)
  const top = groups.find(({ parentId }) => parentId === 0)
  const below = groups.filter(({ parentId }) => parentId === top?.id)
  const bare = { addr1: '', addr2: '', addr3: '', configJson: { wsPort: 0, wssPort: 0 }, port: 0 }
  const of = (...at: number[]) => at.flatMap((i) => below[i]?.id ?? [])
  await admin.call(addMediaServer, {
    body: { ...bare, name: 'Gate server', localAddr: '127.0.0.1', enabled: true, groupIds: of(0, 1) },
  })
  await admin.call(addMediaServer, {
    body: { ...bare, name: 'Spare', localAddr: '', enabled: false, groupIds: of(2) },
  })
}

async function addTemplates({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  if ((await admin.call(listTemplates)).total > 0) return
  await admin.call(addTemplate, { body: { kind: 1, name: 'Briefing', membersMax: 8, joinMuted: true } })
  await admin.call(addTemplate, {
    body: {
      kind: 0,
      name: 'Yard cameras',
      mediaServerIds: [1],
      packMinutes: 15,
      sns: [],
      rules: [
        { fileType: 'video', packMinutes: 15, uploadMinutes: 60, fromHour: 8, toHour: 18 },
        { fileType: 'deviceTimingCapture', packMinutes: 30, uploadMinutes: 240, fromHour: 0, toHour: 24 },
      ],
    },
  })
}

async function addRun({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  if ((await admin.call(listVersions)).total > 0) return
  const target = new URL(uploadVersion.path, url)
  const entry = { filename: 'camera-3.1.0.bin', name: 'Autumn release', version: '3.1.0' }
  target.search = String(new URLSearchParams(entry))
  await fetch(target, {
    method: uploadVersion.method,
    headers: { cookie: admin.cookie, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(3_400_000).fill(7),
  })
  const { id } = (await admin.call(listVersions)).list[0]!
  const sns = (await trueDevices(url)).slice(0, 8).map(({ sn }) => sn)
  await admin.call(startUpgradeRun, { body: { versionId: id, sns } })
}
