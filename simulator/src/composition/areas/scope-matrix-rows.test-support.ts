/**
 * Targets of the writing calls in the scope matrix: things of an administrator and of the south, which an account
 * limited to the north must not change. Calls that name a device (`sn`) and calls of things that all groups share need
 * no row.
 */

import type { PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { TEMPLATE_KINDS } from '@backlot/contract/templates/constants'
import { PNG } from 'pngjs'
import type { z } from 'zod'
import { hash, PASSWORD, START_MS, type TestPlatform } from './test-platform.test-support.ts'

export type Client = Awaited<ReturnType<TestPlatform['signIn']>>
export type Input = { query?: Record<string, unknown>; body?: unknown; bytes?: Uint8Array; type?: string }
export type Things = Awaited<ReturnType<typeof prepareThings>>

/** Devices and the group of the south. Calls of stations are aimed at one of their kind, all others at the camera. */
export const FOREIGN = 'S-PTZ'
const STATIONS = {
  'S-AIR': { kind: 'hj212Station', model: 'air', ability: ABILITY_BITS.hjt212 },
  'S-SUN': { kind: 'solarStation', model: 'solar', ability: ABILITY_BITS.sensor },
  'S-FARM': { kind: 'farmStation', model: 'farm', ability: ABILITY_BITS.sensor },
  'S-GAS': { kind: 'gasDetector', model: 'gas', ability: ABILITY_BITS.sensor },
} as const
const AIMED_AT: readonly [RegExp, keyof typeof STATIONS][] = [
  [/^(sensors|senseControllers|installation)\./, 'S-AIR'],
  [/^solar\./, 'S-SUN'],
  [/^agriculture\./, 'S-FARM'],
  [/^gas\./, 'S-GAS'],
]

/** The serial number of the south that a call is aimed at. */
export const foreignFor = (callName: string): string =>
  AIMED_AT.find(([calls]) => calls.test(callName))?.[1] ?? FOREIGN

/** Puts stations into the south. */
export function addStations({ directory }: TestPlatform): void {
  for (const [sn, station] of Object.entries(STATIONS)) {
    const device = directory.addDevice({
      ...station,
      sn,
      groupId: FOREIGN_GROUP,
      name: { zh: `${sn}站`, en: `Station ${sn}` },
      protocolType: PROTOCOL_TYPES.hj212,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116.4,
      latitude: 39.9,
      installedAtMs: START_MS - 86_400_000,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
      rosterIndex: 40,
    })
    directory.setOnline(device.slot, { sensorOnlineStatus: 1 })
  }
}

const FOREIGN_GROUP = 2
const HERE = 'N-PTZ'
const NOW_S = START_MS / 1000

async function made<T = { id: number }>(
  answer: Promise<{ code: number; msg: string; data: unknown }>,
): Promise<T> {
  const { code, msg, data } = await answer
  if (code !== 0) throw new Error(`${code} ${msg}`)
  return data as T
}

const PUSH_RULE: z.input<typeof PushRuleFields> = {
  name: 'To the fire brigade',
  url: 'http://192.0.2.1/alarms',
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start'],
  weekdays: [1],
  fromMinute: 0,
  toMinute: 1440,
  enabled: false,
}
const GENERIC = {
  kind: TEMPLATE_KINDS.generic,
  name: 'Yard',
  mediaServerIds: [1],
  packMinutes: 10,
  rules: [],
}
const DRAWING = {
  name: 'Court',
  type: 'circle',
  zoom: 16,
  points: [[116.4, 39.9]],
  radius: 100,
  style: { colour: '#409eff' },
}
const WORKSPACE = { name: 'Mine', path: '/index', query: {} }
const PLAN = { name: 'Round', pollingInterval: 10, window: 4 }
const channel = (sn: string) => ({ sn, chnId: 1 })
const PLAYED = { startTime: NOW_S - 86_400, endTime: NOW_S - 82_800 }
const CLIP = { startTime: NOW_S - 86_400, endTime: NOW_S - 86_100 }

/** Makes one of each thing, as the administrator. Each serves the south, or is the administrator's own. */
export async function prepareThings(platform: TestPlatform, admin: Client) {
  const [alarm] = await platform.records.alarms.raise([
    { ...channel(FOREIGN), alarmSeq: 'matrix', type: 'AiAlarm', subType: 'Fire', startMs: START_MS - 60_000 },
  ])
  const userIdOf = (loginName: string) => platform.areas.accounts.byLoginName(loginName)!.userId
  const actor = { userId: userIdOf('admin'), loginName: 'admin', atMs: START_MS, address: '', requestId: '' }
  const rule = await platform.store.write('alarmPush.add', {
    fields: PUSH_RULE as PushRuleFields,
    secret: 's',
    actor,
  })
  await admin.get('/alarm/push/list')
  await made(admin.post('/alarm/push/test', { id: rule.id }))
  const pushes = await made<{ list: { id: number }[] }>(admin.get('/alarm/push/log'))
  const versionAnswer = await admin.upload(
    '/upgrade/version/upload?filename=camera-9.bin&name=Winter&version=9.0.0',
    Buffer.from('software'),
    'application/octet-stream',
  )
  const version = await made(Promise.resolve(versionAnswer))
  const points = await made<{ list: { id: number }[]; version: number }>(
    admin.get('/device/monitoringPoint/list?sn=S-AIR'),
  )
  const picture = PNG.sync.write(new PNG({ width: 300, height: 60 }))
  const uploaded = await made<{ filePath: string }>(
    admin.upload('/uploadFile?filename=a.png', picture, 'image/png'),
  )
  const play = `/api/startPlayRecordFileReq?sn=${FOREIGN}&chnId=1&startTime=${PLAYED.startTime}&endTime=${PLAYED.endTime}`
  return {
    alarm: { id: alarm!.id, sn: FOREIGN, alarmSeq: 'matrix' },
    order: await made(admin.post('/wos/api/work/order/add', { title: 'Lens is dirty', sn: FOREIGN })),
    template: await made(admin.post('/template/add', { ...GENERIC, sns: [HERE, FOREIGN] })),
    favourite: await made(
      admin.post('/favorites/add', { name: 'South gate', ...channel(FOREIGN), parentId: 0 }),
    ),
    plan: await made(admin.post('/video/preplan/add', { ...PLAN, list: [channel(HERE), channel(FOREIGN)] })),
    drawing: await made(admin.post('/map/drawing/add', DRAWING)),
    workspace: await made(admin.post('/workspace/add', WORKSPACE)),
    role: await made<{ roleId: number }>(admin.post('/role/add', { name: 'Guards', permission: [] })),
    group: await made(admin.post('/device/group/add', { parentId: FOREIGN_GROUP, name: 'Gate' })),
    playback: (await made<{ playback: { sessionId: string } }>(admin.get(play))).playback,
    download: await made<{ downloadId: string }>(
      admin.post('/api/downloadRecordFileReq', { ...channel(FOREIGN), ...CLIP }),
    ),
    point: { sn: 'S-AIR', id: points.list[0]!.id, version: points.version },
    rule,
    push: pushes.list[0]!,
    version,
    run: await made(admin.post('/upgrade/run/start', { versionId: version.id, sns: [FOREIGN] })),
    userId: userIdOf('south'),
    picture: { filePaths: [uploaded.filePath], userId: userIdOf('admin') },
  }
}

/** Inputs that name a thing of somebody else. */
export const AIMED_ROWS: Record<string, (things: Things) => Input> = {
  'users.add': () => ({
    body: {
      loginName: 'planted',
      name: 'Planted',
      password: hash(PASSWORD),
      roleId: 2,
      nodeId: FOREIGN_GROUP,
    },
  }),
  'users.update': ({ userId }) => ({ body: { userId, name: 'Renamed', locked: true } }),
  'users.resetPassword': ({ userId }) => ({ body: { userId } }),
  'users.kick': ({ userId }) => ({ body: { userId } }),
  'users.delete': ({ userId }) => ({ body: { userId } }),
  'roles.update': ({ role }) => ({ body: { ...role, permission: [{ target: '/index' }] } }),
  'roles.delete': ({ role }) => ({ body: role }),
  'uploads.delete': ({ picture }) => ({ body: picture }),
  'gas.setConfig': () => ({
    body: {
      sn: 'S-GAS',
      config: {
        reportSeconds: 60,
        maintenance: false,
        levels: Object.fromEntries(
          ['combustible', 'co', 'h2s', 'nh3', 'o2'].map((gas) => [gas, { low: 1, high: 2 }]),
        ),
      },
    },
  }),
  'deviceConfig.setNetworkParam': () => ({
    body: {
      sn: FOREIGN,
      config: {
        dhcp: false,
        ip: '10.0.0.9',
        mask: '255.255.255.0',
        gateway: '10.0.0.1',
        dns1: '10.0.0.1',
        dns2: '',
        httpPort: 80,
        rtspPort: 554,
      },
    },
  }),
  'deviceConfig.addPushWork': () => ({
    body: { sn: FOREIGN, work: { chnId: 1, streamType: 'main', url: 'rtmp://192.0.2.1/live/a', planId: 1 } },
  }),
  'deviceConfig.setCaptureRule': () => ({
    body: { sn: FOREIGN, config: { enabled: true, intervalMinutes: 5, fromHour: 8, toHour: 9 } },
  }),
  'deviceConfig.setTimingSwitch': () => ({
    body: { sn: FOREIGN, config: { enabled: true, onMinute: 60, offMinute: 120 } },
  }),
  'deviceConfig.setRemoteUpgrade': () => ({ body: { sn: FOREIGN, version: '9.0.0' } }),
  'installation.bindChannels': () => ({ body: { sn: 'S-AIR', list: [channel(FOREIGN)], version: 0 } }),
  'installation.updatePoint': ({ point }) => ({
    body: { ...point, position: '', codes: [], name: 'Renamed' },
  }),
  'installation.deletePoint': ({ point }) => ({ body: point }),
  'deviceAdmin.add': () => ({ body: { sn: 'NEW-1', name: 'New camera', groupId: FOREIGN_GROUP, typeId: 1 } }),
  'deviceAdmin.addCamera': () => ({
    body: { address: '127.0.0.1:8555', name: 'New camera', groupId: FOREIGN_GROUP },
  }),
  'deviceAdmin.import': () => ({
    query: { filename: 'devices.xlsx', groupId: FOREIGN_GROUP, check: 0 },
    bytes: Buffer.from('a'),
    type: 'application/octet-stream',
  }),
  'deviceAdmin.addGroup': () => ({ body: { parentId: FOREIGN_GROUP, name: 'Planted' } }),
  'deviceAdmin.renameGroup': ({ group }) => ({ body: { ...group, version: 1, name: 'Renamed' } }),
  'deviceAdmin.moveGroup': ({ group }) => ({ body: { ...group, version: 1, parentId: 1 } }),
  'deviceAdmin.deleteGroup': ({ group }) => ({ body: { ...group, version: 1 } }),
  'favourites.add': () => ({ body: { name: 'Gate', ...channel(FOREIGN) } }),
  'favourites.update': ({ favourite }) => ({ body: { ...favourite, name: 'Renamed' } }),
  'favourites.delete': ({ favourite }) => ({ body: favourite }),
  'recordings.control': ({ playback: { sessionId } }) => ({ body: { sessionId, action: 'pause' } }),
  'recordings.stop': ({ playback: { sessionId } }) => ({ body: { sessionId } }),
  'recordings.cancelDownload': ({ download: { downloadId } }) => ({ body: { downloadId } }),
  'recordings.play': () => ({ query: { ...channel(FOREIGN), ...PLAYED } }),
  'recordings.download': () => ({ body: { ...channel(FOREIGN), ...CLIP } }),
  'preplans.add': () => ({ body: { ...PLAN, name: 'Planted', list: [channel(FOREIGN)] } }),
  'preplans.update': ({ plan }) => ({ body: { ...plan, name: 'Renamed' } }),
  'preplans.addDevices': ({ plan }) => ({ body: { preplanId: plan.id, list: [channel('N-CAR')] } }),
  'preplans.deleteDevices': ({ plan }) => ({ body: { preplanId: plan.id, list: [channel(HERE)] } }),
  'preplans.sortDevices': ({ plan }) => ({ body: { preplanId: plan.id, list: [channel(HERE)] } }),
  'preplans.delete': ({ plan }) => ({ body: plan }),
  'polling.update': () => ({
    body: {
      pollingInterval: 10,
      window: 4,
      skipOffline: false,
      followPlans: false,
      autoCloseMinutes: 1,
      list: [channel(FOREIGN)],
    },
  }),
  'mapDrawings.add': () => ({ body: { ...DRAWING, fence: { sns: [FOREIGN] } } }),
  'mapDrawings.update': ({ drawing }) => ({ body: { ...drawing, name: 'Renamed' } }),
  'mapDrawings.delete': ({ drawing }) => ({ body: drawing }),
  'alarms.process': ({ alarm }) => ({ body: { list: [alarm], type: 1, content: 'Seen' } }),
  'alarms.undoProcessing': ({ alarm }) => ({ body: { list: [alarm] } }),
  'alarms.changeReadState': ({ alarm }) => ({ body: { list: [alarm] } }),
  'alarms.respond': ({ alarm }) => ({ body: alarm }),
  'alarms.audit': ({ alarm }) => ({ body: { list: [alarm] } }),
  'alarms.changeType': ({ alarm: { id, sn } }) => ({ body: { id, sn, type: 'AiAlarm', subType: 'Smoke' } }),
  'workOrders.autoNewCross': ({ alarm }) => ({ body: { list: [alarm] } }),
  'workspaces.update': ({ workspace }) => ({ body: { ...workspace, name: 'Renamed' } }),
  'workspaces.delete': ({ workspace }) => ({ body: workspace }),
  'workspaces.setStart': ({ workspace }) => ({ body: workspace }),
  'alarmTypes.setUserShield': ({ userId }) => ({ body: { userId, shieldList: 'AiAlarm' } }),
  'alarmPush.add': () => ({ body: { ...PUSH_RULE, name: 'Planted', sns: [FOREIGN] } }),
  'alarmPush.update': ({ rule }) => ({ body: { ...PUSH_RULE, ...rule, version: 1, name: 'Renamed' } }),
  'alarmPush.rotateSecret': ({ rule }) => ({ body: { ...rule, version: 1 } }),
  'alarmPush.test': ({ rule }) => ({ body: rule }),
  'alarmPush.retry': ({ push }) => ({ body: { id: push.id } }),
  'alarmPush.delete': ({ rule }) => ({ body: { ...rule, version: 1 } }),
  'workOrders.update': ({ order }) => ({ body: { ...order, version: 1, title: 'Renamed' } }),
  'workOrders.withdraw': ({ order }) => ({ body: order }),
  'workOrders.step': ({ order }) => ({ body: { ...order, version: 1, action: 'take' } }),
  'workOrders.comment': ({ order }) => ({ body: { ...order, content: 'Planted' } }),
  'templates.add': () => ({ body: { ...GENERIC, name: 'Planted', sns: [FOREIGN] } }),
  'templates.update': ({ template }) => ({
    body: { ...GENERIC, ...template, version: 1, sns: [HERE], mediaServerIds: [] },
  }),
  'templates.delete': ({ template }) => ({ body: template }),
  'upgrades.start': ({ version }) => ({ body: { versionId: version.id, sns: [FOREIGN] } }),
  'upgrades.cancel': ({ run }) => ({ body: { id: run.id } }),
}

/** Calls that cannot name anything of others: they are answered, and only change the caller's own. */
export const OWN_ALONE: Record<string, Input> = {
  // The server takes the account of the session, whatever the input names.
  'session.updateMyInfo': { body: { userId: 1, name: 'Renamed' } },
  'session.login': {
    body: { loginName: 'chief', password: hash(PASSWORD), verifycode: 'none', verifyKey: 'none' },
  },
  'session.modifyPassword': { body: { password: hash('Other@2026'), verifyPassword: hash('Other@2026') } },
  'roles.add': { body: { name: 'Own role', permission: [{ target: '/index' }] } },
  'liveVideo.stop': { body: { ...channel(FOREIGN) } },
  'alarms.updateShieldList': { body: { shieldList: 'AiAlarm' } },
  'workspaces.add': { body: { ...WORKSPACE, name: 'Own' } },
  'uploads.file': { query: { filename: 'a.png' }, bytes: Buffer.from('a'), type: 'image/png' },
  'session.logout': { body: {} },
}
