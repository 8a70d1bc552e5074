import type { BodyIn, DataIn } from './call.ts'
import { ALL_CAPABILITIES } from './capabilities.ts'
import type { controlAddFleet } from './control/fleet-calls.ts'
import type { controlScenarioAct, controlScenarioCheck } from './control/scenario-calls.ts'
import type { channelList, deviceTree } from './devices/calls.ts'
import type { addFavourite } from './favourites/calls.ts'
import type { startLiveVideo } from './live-video/calls.ts'
import type { addVisit } from './logs/calls.ts'
import { ROUTES } from './routes.ts'
import type { clockNow, getInfo, login, verifyCode } from './session/calls.ts'

const CODE_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="30" y="27" font-size="22">7K4M</text></svg>'

const userInfo = {
  userId: 1,
  name: 'Duty officer',
  loginName: 'admin',
  theme: '#409EFF',
  logo: '',
  email: 'duty@example.org',
  phoneNumber: '',
  config: {},
  autoLogoutTimeout: 0,
  systemName: { zh: '示例平台', en: 'Example platform' },
  systemFunction: ALL_CAPABILITIES,
  type: 0,
  firstProcess: 0,
  mustChangePassword: false,
  permission: ROUTES.map(({ path }) => ({ target: path })),
}
const channel = {
  id: 111,
  deviceId: 11,
  sn: 'EX000011',
  chnId: 1,
  name: 'Gate',
  type: 0,
  lineId: 1,
  onlineStatus: 1,
  isChnl: true,
}

/**
 * Data of replies in the documentation that are not made from their schema, by call. Servers that answer from the
 * description (Prism and its like) answer them: a sign-in there needs a picture code, permissions, and a device.
 */
export const DATA: Readonly<Record<string, unknown>> = {
  'session.verifyCode': {
    verifyKey: 'k1',
    image: `data:image/svg+xml,${encodeURIComponent(CODE_PICTURE)}`,
  } satisfies DataIn<typeof verifyCode>,
  'session.login': { userInfo, sessionId: 'example' } satisfies DataIn<typeof login>,
  'session.getInfo': { userInfo } satisfies DataIn<typeof getInfo>,
  'session.clock': {
    nowMs: 1_767_225_600_000,
    rate: 1,
    epoch: 0,
    zoneMinutes: 480,
  } satisfies DataIn<typeof clockNow>,
  'devices.tree': {
    list: [
      {
        _id: 'd_11',
        id: 11,
        deviceId: 11,
        parentId: 0,
        name: 'Example camera',
        sn: 'EX000011',
        nodeType: 0,
        ability: 1,
        videoOnlineStatus: 1,
        chnList: [channel],
      },
    ],
    total: 1,
  } satisfies DataIn<typeof deviceTree>,
  'devices.channels': { list: [channel], total: 1 } satisfies DataIn<typeof channelList>,
  'liveVideo.start': {
    url: '/live/example.flv?token=example',
    httpUrl: '/live/example.flv?token=example',
    expiresAt: 1_767_225_660_000,
    hasAudio: false,
    source: 'clip',
  } satisfies DataIn<typeof startLiveVideo>,
}

/** Headers of a reply, by call. */
export const REPLY_HEADERS: Readonly<Record<string, object>> = {
  'session.login': {
    'Set-Cookie': {
      description: 'The session.',
      schema: { type: 'string' },
      example: 'backlot_session=example; Path=/; HttpOnly; SameSite=Lax',
    },
  },
}

/** Bodies that are not made from their schema, because their fields go together. */
export const BODIES: Readonly<Record<string, unknown>> = {
  'control.addFleet': {
    name: 'Taxis',
    kind: 'vehicle',
    count: 20,
    group: { key: 'taxis', name: { zh: '出租车', en: 'Taxis' } },
    placement: 'traffic',
  } satisfies BodyIn<typeof controlAddFleet>,
  'control.scenarioAct': { sos: { device: 'EX000011' } } satisfies BodyIn<typeof controlScenarioAct>,
  'control.scenarioCheck': {
    expect: { alarm: { type: 'IoAlarm', subType: 'SOS', device: 'EX000011' } },
    sinceCursor: 0,
    startCursor: 0,
  } satisfies BodyIn<typeof controlScenarioCheck>,
  'favourites.add': { name: 'Gate', sn: 'EX000011', chnId: 1 } satisfies BodyIn<typeof addFavourite>,
  'logs.visit': { path: '/index' } satisfies BodyIn<typeof addVisit>,
}

/** Parameters of a query that are some of a list, by call. */
export const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'logs.system': { levels: 'warn,error', events: 'start,stop' },
  'logs.device': { events: 'online,offline' },
  'logs.alarm': { events: 'raised,process' },
  'control.capture': { wires: 'hj212,jt808' },
  'control.importSnapshot': { name: 'before-shift', replace: 'true' },
  'control.live': { events: 'alarm,device', wires: 'hj212' },
  'control.talk': { reset: 'true' },
}
