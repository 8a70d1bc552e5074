import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { ALL_SERVER_KINDS } from '@backlot/contract/servers/constants'
import { pino } from 'pino'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import { createControlRepository } from '../../areas/control-lists/control-repository.ts'
import { createDeviceRepository } from '../../areas/device-admin/device-repository.ts'
import { restoreDevices } from '../../areas/device-admin/restore-devices.ts'
import type { PushingPort } from '../../areas/device-config/ports.ts'
import type { PastQuantity, PastReport } from '../../areas/sensors/ports.ts'
import type { TrackPosition } from '../../areas/tracks/ports.ts'
import type { UploadLimits } from '../../areas/uploads/uploads-area.ts'
import { type SeedRole, type SeedUser, seedAccounts } from '../../areas/users/seed-accounts.ts'
import { createBodyCache } from '../../calls/body-cache.ts'
import { createCallRunner } from '../../calls/call-runner.ts'
import { createOutbox } from '../../channel/outbox.ts'
import { createCommandLog } from '../../fleet/command-log.ts'
import { createDeviceLifecycle } from '../../fleet/device-lifecycle.ts'
import { createDirectory } from '../../fleet/directory.ts'
import { onlineDays } from '../../history/online-days.ts'
import { createHttpListener } from '../../http/create-http-listener.ts'
import { openEdge } from '../../http/open-edge.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createOverlayLog } from '../../timeline/overlay-log.ts'
import { createPlatformClock } from '../../timeline/platform-clock.ts'
import { alarmKindOf } from '../alarm-kind-of.ts'
import { lifecyclePort } from '../open-device-lifecycle.ts'
import { openStore } from '../open-store.ts'
import { type AreaSettings, DEFAULT_SETTINGS } from './areas-deps.ts'
import { createAreas } from './create-areas.ts'
import { createMediaListenersDouble } from './media-listeners-double.test-support.ts'
import { createRecordedMediaDouble, hoursOf } from './recorded-media-double.test-support.ts'

/** 2026-11-20 10:00 UTC+8. */
export const START_MS = 1_795_140_000_000
export const PASSWORD = 'Backlot@2026'
export const hash = (plain: string) => createHash('sha256').update(plain).digest('hex')

const ROLES: SeedRole[] = [
  { name: 'Administrator', type: 0, permission: ROUTE_PATHS },
  {
    name: 'Operator',
    type: 1,
    permission: [
      '/index',
      '/dispatch',
      '/mapReplay',
      '/realTime',
      '/earlyWarningData',
      '/earlyWarningData/alarmList',
    ],
  },
  { name: 'Nobody', type: 1, permission: [] },
]
const USERS: SeedUser[] = [
  {
    loginName: 'admin',
    name: 'Administrator',
    role: 'Administrator',
    nodeId: 0,
    password: PASSWORD,
    type: 0,
  },
  {
    loginName: 'north',
    name: 'North operator',
    role: 'Operator',
    nodeId: 1,
    password: PASSWORD,
    creator: 'admin',
  },
  {
    loginName: 'south',
    name: 'South operator',
    role: 'Operator',
    nodeId: 2,
    password: PASSWORD,
    creator: 'north',
  },
  {
    loginName: 'single',
    name: 'One seat',
    role: 'Operator',
    nodeId: 0,
    password: PASSWORD,
    singleLogin: true,
    firstProcess: 0,
  },
  { loginName: 'nobody', name: 'No permission', role: 'Nobody', nodeId: 0, password: PASSWORD },
]

export type Answer = { status: number; code: number; msg: string; data: never; response: Response }

/** Two groups with a PTZ camera, a vehicle and a failing camera each, on a real store behind a real server. */
export async function createTestPlatform(
  options: {
    settings?: Partial<AreaSettings>
    push?: Partial<PushNetPort>
    pushing?: Partial<PushingPort>
    uploadLimits?: UploadLimits
    folder?: string
    keepFolder?: boolean
    /** Minutes east of UTC; left out: 480. */
    zoneMinutes?: number
  } = {},
) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'backlot-areas-')))
  await mkdir(folder, { recursive: true })
  const store = await openStore(
    join(folder, 'platform.db'),
    (error) => {
      throw error
    },
    { now: Date.now },
  )
  const log = pino({ level: 'silent' })
  const hostClock = createManualClock(START_MS)
  const platformClock = createPlatformClock({
    host: hostClock,
    zoneMinutes: options.zoneMinutes ?? 480,
    lastEpoch: 0,
    keep: () => {},
  })
  const outbox = createOutbox(() => hostClock.now())
  const directory = testDirectory()
  await seedAccounts(store, { roles: ROLES, users: USERS }, 'sha256')
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const revoked: string[] = []
  const published = new Set<string>()
  /** Serial numbers of devices whose cameras have no power. */
  const unpowered = new Set<string>()
  const deviceRepository = createDeviceRepository(store)
  const deviceLifecycle = lifecyclePort(
    createDeviceLifecycle({
      directory,
      toLocal: () => ({ x: 0, y: 0 }),
      newcomers: { put: () => {} },
      removeForeign: async () => false,
      left: async () => {},
    }),
  )
  restoreDevices({ repository: deviceRepository, lifecycle: deviceLifecycle, fallbackGroupId: 1, log })
  const commands = createCommandLog(createOverlayLog(store))
  const areas = createAreas({
    store,
    log,
    platformClock,
    hostClock,
    said: { host: hostClock, platformNow: () => platformClock.now() },
    publisher: outbox,
    cache: createBodyCache(),
    directory,
    signal: { rssiDbm: () => -71 },
    onlineHistory: {
      onlineSpansOf: (_sn, fromMs, toMs) => [
        { fromMs, toMs: Math.min(toMs, platformClock.now()), online: true },
      ],
      onlineDays,
      pastVersionOf: () => '1',
    },
    readings: {
      latest: (sn, family) =>
        ['N-PTZ', 'N-GATE'].includes(sn) && family === 'hjt212'
          ? [
              {
                code: 'a34004',
                name: { zh: '细颗粒物', en: 'PM2.5' },
                icon: 'pm25',
                atMs: START_MS,
                value: 35.5,
                unit: 'µg/m³',
              },
            ]
          : undefined,
    },
    // The dome measures the air: from the north at 2 m/s, dust that rises by one an hour of the day, a faulty CO.
    stationPast: {
      quantitiesOf: (sn, family) => (sn === 'N-PTZ' && family === 'hjt212' ? TEST_QUANTITIES : undefined),
      reportsOf: (_sn, fromMs, toMs, everyMs) =>
        testReports(fromMs, Math.min(toMs, platformClock.now() + 1), Math.max(everyMs, 60_000)),
    },
    quantities: TEST_QUANTITIES,
    alarmKindOf,
    busReadings: { shownAt: () => 12.5 },
    stationWire: {
      isOpen: () => true,
      isConnected: () => false,
      packetsOf: () => [],
      request: async () => undefined,
    },
    sky: {
      at: () => ({
        sunElevationDeg: 30,
        cloud: 0.5,
        rainMmPerHour: 0,
        windSpeedMs: 3.14,
        windFromDeg: 359.8,
        temperatureC: 12.34,
        humidityPercent: 45.6,
        pressureKpa: 101.325,
        dust: 0,
        visibilityM: 20_000,
      }),
    },
    disk: async () => ({ totalBytes: 1000, freeBytes: 400 }),
    pictures: {
      render: async ({ sn, atMs }) => Buffer.from(`${sn} at ${atMs}`),
      clip: async ({ sn, atMs }) => Buffer.from(`${sn} from ${atMs}`),
    },
    sightings: async ({ momentsMs }) =>
      momentsMs.map((atMs) => [
        { label: 'person', id: atMs % 1000, left: 0.25, top: 0.5, width: 1 / 30, height: 0.2, score: 0.9 },
      ]),
    controlRepository: createControlRepository(store),
    deviceRepository,
    deviceLifecycle,
    media: {
      startLive: ({ sn, chnId, streamType, sessionId }) => ({
        ok: true,
        streamPath: `/live/${sn}/${chnId}/${streamType}.flv`,
        token: `for ${sessionId.slice(0, 4)}`,
        expiresAtMs: hostClock.now() + 60_000,
        hasAudio: true,
        source: 'scene',
      }),
      stopLive: async () => {},
      hasPower: (sn) => !unpowered.has(sn),
      revokeSession: (sessionId) => revoked.push(sessionId),
      stats: () => [
        ...[...published].map((sn) => ({ sn, chnId: 1, state: 'live', viewers: 0, source: 'published' })),
        { sn: 'N-PTZ', state: 'live', viewers: 2 },
        { sn: 'N-CAR', state: 'idle', viewers: 0 },
        { sn: 'S-PTZ', state: 'lingering', viewers: 0 },
      ],
    },
    mediaServer: { address: () => ({ host: '127.0.0.1', port: 8080 }) },
    mediaListeners: createMediaListenersDouble(),
    recordedMedia: createRecordedMediaDouble(hostClock),
    // An hour a file, all day long, but for the hour from noon; the device's own disk has that one alone.
    recordedPast: {
      recordingsOf: (sn, chnId, fromMs, toMs, how) =>
        hoursOf(sn, chnId, fromMs, Math.min(toMs, platformClock.now()), how?.source ?? 'server'),
      onlineSpansOf: (_sn, fromMs, toMs) => [{ fromMs, toMs, online: true }],
    },
    // Vehicles drive north, ten metres a second, but for the hour from six.
    trackPast: {
      trackOf: (sn, fromMs, toMs, everyMs) =>
        sn.endsWith('-CAR') ? drivenNorth(fromMs, Math.min(toMs, platformClock.now() + 1), everyMs) : [],
      onlineSpansOf: (_sn, fromMs, toMs) => [
        { fromMs, toMs: Math.min(toMs, platformClock.now()), online: true },
      ],
    },
    commands,
    geocode: {
      reverse: () => ({
        text: { zh: '和安大街12号', en: '12 Hean Ave' },
        district: { zh: '中城区', en: 'Zhongcheng' },
        distanceM: 4,
      }),
      suggest: () => [],
    },
    tiles: { version: 'v1', tile: async (z) => (z > 10 ? undefined : new Uint8Array([26, 2, 1, 2])) },
    // One road that runs by every place: the way is as long as the flight, at 36 km/h.
    roads: {
      way(from, to) {
        const lengthM = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) * 100_000
        const ends = [from, to].map(({ longitude, latitude }): [number, number] => [longitude, latitude])
        return { points: ends, lengthM, seconds: lengthM / 10 }
      },
    },
    roadTraffic: { within: () => [{ perLane: 120, line: [116.4, 39.9, 116.41, 39.9] }] },
    // Units answer at once: the one that is told so says no.
    messenger: { deliver: async (_sn, { text }) => (text === 'Say no' ? 'refused' : 'acknowledged') },
    uploadFolder: join(folder, 'uploads'),
    uploadLimits: options.uploadLimits ?? { bytesEach: 64 * 1024 * 1024, countEach: 1000 },
    versionFolder: join(folder, 'versions'),
    push: {
      allowed: [],
      ownPorts: () => [],
      ownAddresses: () => [],
      resolve: async () => [],
      ...options.push,
    },
    pushing: {
      judge: async (url) =>
        url.includes('forbidden') ? { fault: 'hostNotAllowed', detail: 'forbidden.example' } : undefined,
      progress: () => undefined,
      ...options.pushing,
    },
    servers: {
      servers: () =>
        ALL_SERVER_KINDS.map(({ type, kind }) => ({
          type,
          kind,
          state: kind === 'onvif' ? 'notInstalled' : kind === 'jt808' ? 'off' : 'running',
          address: kind === 'web' ? '127.0.0.1:8080' : '',
          connections: kind === 'web' ? 3 : null,
          bytesIn: null,
          bytesOut: null,
          figures: {},
        })),
      parts: () => [],
      clientsOf: (kind) =>
        kind === 'sensor'
          ? [{ name: 'N-STATION', remote: '127.0.0.1:9', sinceTime: 1, heardTime: 2, what: 'HJ 212' }]
          : [],
      traffic: () => ({ connections: 3, bytesIn: hostClock.now() - START_MS, bytesOut: 0 }),
      connection: (sn) =>
        sn === 'N-CAR' ? { remote: '127.0.0.1:7', sinceMs: START_MS, heardMs: START_MS } : undefined,
    },
    process: {
      cpuSeconds: () => (hostClock.now() - START_MS) / 4000,
      memoryBytes: () => 200_000_000,
      systemMemory: () => ({ totalBytes: 8e9, freeBytes: 2e9 }),
      cores: () => 2,
      addresses: () => ['10.0.0.5'],
      disk: async () => ({ totalBytes: 1000, freeBytes: 400 }),
    },
    version: 'test',
    settings,
  })
  const metrics = createMetrics()
  const listener = await createHttpListener({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    log,
  })
  openEdge(listener, {
    version: 'test',
    controlToken: 'control-token-of-the-test',
    consoleFolder: undefined,
    hostClock,
    metrics,
    health: () => ({}),
    sessions: areas.session.repository,
    routes: areas.routes,
    run: createCallRunner({
      log,
      checkReplies: true,
      observer: { now: () => platformClock.now(), came: areas.logs.came, answered: areas.logs.answered },
    }),
    middlewares: [],
    upgrades: [],
  })
  const url = `http://127.0.0.1:${listener.port}`

  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, init)
    const text = await response.clone().text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = (isJson && text ? JSON.parse(text) : { code: 0, msg: '' }) as Omit<Answer, 'status'>
    return { ...body, status: response.status, response }
  }
  const client = (sessionId: string, language = 'en') => {
    const headers = { authorization: `Bearer ${sessionId}`, 'accept-language': language }
    return {
      sessionId,
      headers,
      get: (path: string, more: Record<string, string> = {}) =>
        ask(path, { headers: { ...headers, ...more } }),
      post: (path: string, body: unknown = {}) =>
        ask(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      upload: (path: string, body: Uint8Array | FormData, type?: string) =>
        ask(path, {
          method: 'POST',
          headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
          body: body as NonNullable<RequestInit['body']>,
        }),
    }
  }
  const tryToSignIn = async (loginName: string, password = PASSWORD, typed?: string, language = 'en') => {
    const { data } = (await ask('/user/verifycode')) as unknown as { data: { verifyKey: string } }
    const verifycode = typed ?? areas.session.verifyCodeOf(data.verifyKey) ?? ''
    return ask('/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ loginName, password: hash(password), verifycode, verifyKey: data.verifyKey }),
    })
  }
  return {
    folder,
    versionFolder: join(folder, 'versions'),
    url,
    store,
    outbox,
    directory,
    areas,
    hostClock,
    platformClock,
    commands,
    /** Cameras whose channel 1 somebody publishes. */
    published,
    revoked,
    unpowered,
    ask,
    client,
    tryToSignIn,
    async signIn(loginName: string, language?: string, password?: string) {
      const answer = await tryToSignIn(loginName, password)
      if (answer.code !== 0) throw new Error(`${loginName}: ${answer.code} ${answer.msg}`)
      return client((answer.data as { sessionId: string }).sessionId, language)
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      metrics[Symbol.dispose]()
      await areas.close()
      await store[Symbol.asyncDispose]()
      if (!options.keepFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestPlatform = Awaited<ReturnType<typeof createTestPlatform>>

/** Positions of a vehicle that starts with the test's day; from 06:00 to 07:00 it has none. */
function drivenNorth(fromMs: number, toMs: number, everyMs: number): TrackPosition[] {
  const list: TrackPosition[] = []
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs < toMs; atMs += everyMs) {
    if (new Date(atMs).getUTCHours() === 22) continue
    const metres = ((atMs - START_MS) / 1000) * 10
    list.push({
      atMs,
      longitude: 116.4,
      latitude: 39.9 + metres / 111_320,
      speedKmh: 36,
      directionDeg: 0,
      mileageKm: 1000 + metres / 1000,
    })
  }
  return list
}

const TEST_QUANTITIES: readonly PastQuantity[] = [
  { code: 'a34004', name: { zh: 'PM2.5', en: 'PM2.5' }, icon: 'pm25', unit: 'µg/m³', decimals: 1 },
  { code: 'a21005', name: { zh: '一氧化碳', en: 'CO' }, icon: 'co', unit: 'mg/m³', decimals: 2 },
  { code: 'a01007', name: { zh: '风速', en: 'Wind speed' }, icon: 'windSpeed', unit: 'm/s', decimals: 1 },
  {
    code: 'a01008',
    name: { zh: '风向', en: 'Wind direction' },
    icon: 'windDirection',
    unit: '°',
    decimals: 0,
  },
]

function testReports(fromMs: number, toMs: number, everyMs: number): PastReport[] {
  const list: PastReport[] = []
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs < toMs; atMs += everyMs) {
    const minute = Math.floor(atMs / 60_000)
    list.push({
      atMs,
      values: [
        { code: 'a34004', value: 40 + ((Math.floor(minute / 60) + 8) % 24) },
        { code: 'a21005', value: 99, flag: 'D' },
        { code: 'a01007', value: 2 },
        // Round north: 350° and 10° in turn.
        { code: 'a01008', value: minute % 2 === 0 ? 350 : 10 },
      ],
    })
  }
  return list
}

function testDirectory() {
  const directory = createDirectory(1)
  const { ai, video, gps, alarm } = ABILITY_BITS
  const installer = { zh: '张工', en: 'Zhang' }
  for (const [groupId, zh, en, letter] of [
    [1, '北区', 'North', 'N'],
    [2, '南区', 'South', 'S'],
  ] as const) {
    directory.addGroup(0, { zh, en }, en.toLowerCase(), groupId)
    const base = {
      groupId,
      protocolType: 1,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116.4,
      latitude: 39.9 + groupId / 100,
      installedAtMs: START_MS - 86_400_000,
      installAddress: { zh: '和安大街', en: 'Hean Ave' },
      installer,
      rosterIndex: groupId,
    }
    const add = (more: Parameters<typeof directory.addDevice>[0]) => {
      const device = directory.addDevice(more)
      directory.setOnline(device.slot, { videoOnlineStatus: 1 })
    }
    add({
      ...base,
      sn: `${letter}-PTZ`,
      kind: 'ptzCamera',
      name: { zh: `${zh}球机`, en: `${en} dome` },
      ability: video | alarm | ai,
      isPtz: true,
      headingDeg: 90,
    })
    add({
      ...base,
      sn: `${letter}-CAR`,
      kind: 'vehicle',
      name: { zh: `${zh}巡逻车`, en: `${en} patrol` },
      ability: video | gps,
      trafficIndex: groupId,
    })
    add({
      ...base,
      sn: `${letter}-UNBOUND`,
      kind: 'camera',
      name: { zh: `${zh}待绑定`, en: `${en} unbound` },
      ability: video,
      model: 'cameraUnbound',
      rosterIndex: groupId + 10,
    })
  }
  return directory
}
