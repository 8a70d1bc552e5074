import type { DataIn } from './call.ts'
import { ALL_CAPABILITIES } from './capabilities.ts'
import type { channelList, deviceTree } from './devices/calls.ts'
import type { startLiveVideo } from './live-video/calls.ts'
import { ROUTES } from './routes.ts'
import type { clockNow, getInfo, login, verifyCode } from './session/calls.ts'

const CODE_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="30" y="27" font-size="22">7K4M</text></svg>'

const userInfo = {
  userId: 1,
  name: 'Duty officer',
  loginName: 'admin',
  systemName: { zh: '示例平台', en: 'Example platform' },
  systemFunction: ALL_CAPABILITIES,
  type: 0,
  firstProcess: 0,
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
}

/**
 * Data of replies in the documentation, by call. Servers that answer from the description (Prism and its like) answer
 * these: whoever signs in there must get a picture to type, permissions, and a device. Other replies they make up.
 */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
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

const TEXTS = [
  '#409eff',
  '08:00',
  '2026-01-01',
  '13800000000',
  'duty@example.org',
  'example',
  '1',
  'EX000011',
  'rtmp://media.example.org/live/gate',
  'a'.repeat(32),
]

/** A text that fits a string schema with a pattern; undefined when none of ours does. */
export function textThatFits(schema: Readonly<Record<string, unknown>>): string | undefined {
  const pattern = new RegExp(String(schema['pattern']))
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, number>
  return TEXTS.find((text) => pattern.test(text) && text.length >= minLength && text.length <= maxLength)
}
