import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { pino } from 'pino'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import { createControlRepository } from '../../areas/control-lists/control-repository.ts'
import { createDeviceRepository } from '../../areas/device-admin/device-repository.ts'
import type { PushingPort } from '../../areas/device-config/ports.ts'
import type { UploadLimits } from '../../areas/uploads/uploads-area.ts'
import { type SeedRole, type SeedUser, seedAccounts } from '../../areas/users/seed-accounts.ts'
import { createBodyCache } from '../../calls/body-cache.ts'
import { createCallRunner } from '../../calls/call-runner.ts'
import { createOutbox } from '../../channel/outbox.ts'
import { createCommandLog } from '../../fleet/command-log.ts'
import { createHttpListener } from '../../http/create-http-listener.ts'
import { openHttp } from '../../http/open-http.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createOverlayLog } from '../../timeline/overlay-log.ts'
import { createPlatformClock } from '../../timeline/platform-clock.ts'
import { openDeviceLifecycle } from '../open-device-lifecycle.ts'
import { openRecords } from '../open-records.ts'
import { openAlarmReader } from '../store/open-alarm-reader.ts'
import { openStore } from '../store/open-store.ts'
import { type AreaSettings, DEFAULT_SETTINGS } from './areas-deps.ts'
import { NO_CAMERAS } from './cameras-double.test-support.ts'
import { createCityDouble } from './city-double.test-support.ts'
import { createAreas } from './create-areas.ts'
import { createDirectoryDouble } from './directory-double.test-support.ts'
import { createMediaDouble } from './media-double.test-support.ts'
import { createPastDouble, createSensingDouble } from './past-double.test-support.ts'
import { createServersDouble } from './servers-double.test-support.ts'
import { START_MS } from './test-start.test-support.ts'

export { START_MS }

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
  const disposal = createDisposal()
  const store = disposal.use(
    await openStore(
      join(folder, 'platform.db'),
      (error) => {
        throw error
      },
      { now: Date.now },
    ),
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
  const directory = createDirectoryDouble()
  await seedAccounts(store, { roles: ROLES, users: USERS }, 'sha256')
  const records = openRecords({ store, directory, clock: platformClock, publisher: outbox })
  const repository = createDeviceRepository(store)
  const commands = createCommandLog(createOverlayLog(store))
  const { media, ...mediaState } = createMediaDouble(hostClock)
  const areas = createAreas({
    store,
    log,
    clocks: {
      platform: platformClock,
      host: hostClock,
      reported: { host: hostClock, platformNow: () => platformClock.now() },
    },
    publisher: outbox,
    cache: createBodyCache(),
    records,
    alarmReader: openAlarmReader(store, disposal),
    fleet: {
      directory,
      commands,
      repository,
      lifecycle: openDeviceLifecycle({
        city: { longitude: 116.4, latitude: 39.9 },
        newcomers: { put: () => {} },
        directory,
        repository,
        log,
        removeForeign: async () => false,
        left: async () => {},
      }),
      cameras: NO_CAMERAS,
      persons: createControlRepository(store),
      signal: { rssiDbm: () => -71 },
      // Units answer at once: one that is told to refuses.
      messenger: { deliver: async (_sn, { text }) => (text === 'Say no' ? 'refused' : 'acknowledged') },
      pushing: {
        judge: async (url) =>
          url.includes('forbidden') ? { fault: 'hostNotAllowed', detail: 'forbidden.example' } : undefined,
        progress: () => undefined,
        ...options.pushing,
      },
    },
    past: createPastDouble(platformClock),
    sensing: createSensingDouble(),
    city: createCityDouble(),
    media,
    servers: createServersDouble(hostClock, options.push ?? {}),
    files: {
      uploads: join(folder, 'uploads'),
      uploadLimits: options.uploadLimits ?? { bytesEach: 64 * 1024 * 1024, countEach: 1000 },
      versions: join(folder, 'versions'),
      disk: async () => ({ totalBytes: 1000, freeBytes: 400 }),
    },
    version: 'test',
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
  })
  disposal.defer(() => areas.close())
  const metrics = disposal.use(createMetrics())
  const listener = disposal.use(
    await createHttpListener({
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      allowedOrigins: [],
      log,
    }),
  )
  openHttp(listener, {
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
    const { data }: { data: { verifyKey: string } } = await ask('/user/verifycode')
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
    records,
    ...mediaState,
    ask,
    client,
    tryToSignIn,
    async signIn(loginName: string, language?: string, password?: string) {
      const answer = await tryToSignIn(loginName, password)
      if (answer.code !== 0) throw new Error(`${loginName}: ${answer.code} ${answer.msg}`)
      return client((answer.data as { sessionId: string }).sessionId, language)
    },
    async [Symbol.asyncDispose]() {
      await disposal.end()
      if (!options.keepFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestPlatform = Awaited<ReturnType<typeof createTestPlatform>>
