/**
 * The platform's side of real cameras: finds and probes them, adds them as foreign devices, keeps a session with each,
 * and brings their streams, pictures, alarms and presets in and the console's commands out.
 */
import type {
  AddedCamera,
  CameraChange,
  CameraCheck,
  FoundCamera,
  NewCamera,
} from '@backlot/contract/device-admin/camera-entities'
import { CAMERA_LIMITS } from '@backlot/contract/device-admin/camera-entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { rtspSource } from '../../media/rtsp-pull/rtsp-source.ts'
import type { OpenSource } from '../../media/stream-source.ts'
import type { ForeignDeviceRegistry } from '../foreign-device-registry.ts'
import type { DeviceIngest } from '../ingest.ts'
import {
  type CameraAccessDeps,
  type CameraLogin,
  type CameraReach,
  createCameraReach,
} from './camera-access.ts'
import { readCameraAddress, writeCameraAddress } from './camera-address.ts'
import { cameraRequests, changesPresets } from './camera-commands.ts'
import { createCameraAlarms } from './camera-events.ts'
import { type CameraPreset, numberPresets } from './camera-presets.ts'
import { CameraProblem, cameraProblemOf } from './camera-problem.ts'
import type { CameraRecord, CameraRecords } from './camera-record.ts'
import { type CameraSession, createCameraSession } from './camera-session.ts'
import { discoverCameras } from './discover-cameras.ts'
import { openOnvifConnection } from './onvif-connection.ts'
import type { OnvifProbe } from './probe-onvif.ts'
import { recordOf } from './record-of-probe.ts'
import { openRtspConnection } from './rtsp-connection.ts'
import { isShownAlready } from './shown-already.ts'

/** The channel that shows a camera's streams. */
export const CAMERA_CHANNEL = 1

export type CameraGatewayDeps = CameraAccessDeps & {
  records: CameraRecords
  box: SecretBox
  registry: Pick<ForeignDeviceRegistry, 'discover' | 'spoke' | 'underWay' | 'removeEmptyGroup'>
  ingest: Pick<DeviceIngest, 'alarm' | 'openAlarm' | 'connected' | 'disconnected'>
  hasDevice(sn: string): boolean
  platformNow(): number
  log: Logger
  /** The interface that is searched; null: none is. */
  interfaceAddress: string | null
  /** Whether a camera at an address is one of the platform's own. */
  isOwn(address: string): boolean
}

export type SessionOfCamera = Omit<AddedCamera, 'version' | 'name' | 'groupId'>

export type CameraGateway = AsyncDisposable & {
  /** Undefined: discovery is off. */
  discover(seconds: number): Promise<FoundCamera[] | undefined>
  /** Rejects with a CameraProblem. */
  probe(check: CameraCheck): ReturnType<CameraReach['probe']>
  /** JPEG, of the first profile when none is named. Rejects with a CameraProblem. */
  testPicture(check: CameraCheck, profile: string | undefined): Promise<Buffer>
  /**
   * Probes one; the answered function then adds it as a foreign device, and answers its serial number. Both reject with
   * a CameraProblem. Of several such functions one may run at a time.
   */
  add(wish: Omit<NewCamera, 'groupId'>): Promise<() => Promise<string>>
  /** Probes one as it would be; the answered function then changes it. Both reject with a CameraProblem. */
  update(change: Omit<CameraChange, 'version'>): Promise<() => Promise<void>>
  /** The device is gone, or is to go: its session ends. Resolves when it has, and nothing is stored of it. */
  remove(sn: string): Promise<void>
  has(sn: string): boolean
  list(): SessionOfCamera[]
  reboot(sn: string): Promise<void>
  syncTime(sn: string): Promise<number | null>
  /** A picture of now; rejects with a CameraProblem. */
  snapshot(sn: string): Promise<Buffer>
  presetsOf(sn: string): readonly CameraPreset[] | undefined
  external(name: { sn: string; chnId: number; streamType: 'main' | 'sub' }): OpenSource | undefined
  /** A command was given to a device. */
  onCommand(command: DeviceCommand): void
}

type Added = {
  record: CameraRecord
  session: CameraSession | undefined
  /** A command moved its focus, and none has stopped it. */
  isFocusing: boolean
}

export function createCameraGateway(deps: CameraGatewayDeps): CameraGateway {
  const { hostClock, records, box, registry, ingest, log } = deps
  const reach = createCameraReach(deps)
  const cameras = new Map<string, Added>()
  const passwordOf = ({ sn, sealedPassword }: CameraRecord) => box.open(sealedPassword, sn)
  const accountOf = (record: CameraRecord) => {
    const password = passwordOf(record)
    if (password === undefined) throw keyLost()
    return record.username === '' ? undefined : { username: record.username, password }
  }
  const streamTarget = (sn: string, stream: 'main' | 'sub') => async () => {
    const added = cameras.get(sn)
    if (!added) throw new CameraProblem('unreachable', 'the camera was removed')
    const { record } = added
    return reach.rtspTarget(record.host, record[stream].place, accountOf(record))
  }
  const keep = async (record: CameraRecord): Promise<void> => {
    await records.keep(record)
    const added = cameras.get(record.sn)
    if (added) added.record = record
  }
  const readPresets = async (sn: string): Promise<void> => {
    const added = cameras.get(sn)
    if (!added?.session || !added.record.hasPtz) return
    try {
      const listed = await added.session.presets(added.record.main.token)
      const presets = numberPresets(listed, added.record.presets)
      if (cameras.get(sn) !== added || JSON.stringify(presets) === JSON.stringify(added.record.presets))
        return
      await keep({ ...added.record, presets })
    } catch (error) {
      log.debug({ sn, fault: cameraProblemOf(error).fault }, 'presets of a camera could not be read')
    }
  }

  const start = (record: CameraRecord): void => {
    const { sn } = record
    const added: Added = { record, session: undefined, isFocusing: false }
    cameras.set(sn, added)
    registry.spoke(sn)
    if (passwordOf(record) === undefined) {
      log.warn({ sn }, 'the password of a camera cannot be read any more: its key is gone')
      return
    }
    const alarms = createCameraAlarms({
      sn,
      chnId: CAMERA_CHANNEL,
      ingest,
      hostNow: () => hostClock.now(),
      platformNow: deps.platformNow,
    })
    added.session = createCameraSession({
      hostClock,
      keepTime: record.keepTime,
      alarms,
      async connect(ended) {
        const { record: now } = added
        if (now.way === 'rtsp') return openRtspConnection(streamTarget(sn, 'main'), hostClock, ended)
        const { host, port, path } = now
        const client = await reach.openClient({ way: 'onvif', host, port, path }, accountOf(now))
        ended.addEventListener('abort', () => client.close())
        return openOnvifConnection(client, hostClock)
      },
      onOnline(isOnline) {
        if (isOnline) ingest.connected(sn, deps.platformNow())
        else ingest.disconnected(sn, deps.platformNow())
        if (isOnline) queueMicrotask(() => void readPresets(sn))
      },
      onFault: ({ fault, message }) => log.debug({ sn, fault, detail: message }, 'a camera failed'),
    })
  }
  const stop = async (sn: string): Promise<void> => {
    const added = cameras.get(sn)
    cameras.delete(sn)
    await added?.session?.close()
  }
  const find = (sn: string): Added => {
    const added = cameras.get(sn)
    if (!added) throw new CameraProblem('unreachable', 'there is no such camera')
    return added
  }
  const sessionOf = (sn: string): CameraSession => {
    const { session } = find(sn)
    if (!session) throw keyLost()
    return session
  }
  const loginOf = (record: CameraRecord): CameraLogin => ({
    address: writeCameraAddress(record),
    username: record.username,
    password: passwordOf(record) ?? '',
    transport: record.transport,
  })
  /** The stored password goes to no other host. */
  const passwordAt = (record: CameraRecord, address: string): string => {
    if (readCameraAddress(address).host !== record.host) return ''
    const password = passwordOf(record)
    if (password === undefined) throw keyLost()
    return password
  }
  const loginFor = ({ sn, ...login }: CameraCheck): CameraLogin =>
    sn === undefined || login.password !== ''
      ? login
      : { ...login, password: passwordAt(find(sn).record, login.address) }
  /** Beside the camera of a serial number, if it is one. */
  const mustBeNew = async (draft: Omit<CameraRecord, 'sealedPassword'>, sn?: string): Promise<void> => {
    const others = [...cameras.values()].flatMap(({ record }) => (record.sn === sn ? [] : [record]))
    if (await isShownAlready(draft, others, deps.resolve))
      throw new CameraProblem('added', 'a device shows this profile already')
  }
  const freeSerial = (wanted: string): string => {
    for (let number = 1; ; number++) {
      const sn = number === 1 ? wanted : `${wanted}-${number}`
      if (!deps.hasDevice(sn) && !cameras.has(sn)) return sn
    }
  }

  for (const record of records.all()) {
    if (deps.hasDevice(record.sn)) start(record)
    else void records.remove(record.sn).catch((error: unknown) => log.error({ err: error }, NOT_FORGOTTEN))
  }
  registry.removeEmptyGroup()

  return {
    async discover(seconds) {
      if (deps.interfaceAddress === null) return undefined
      const found = await discoverCameras(deps.interfaceAddress, seconds, hostClock)
      const known = new Set([...cameras.values()].map(({ record }) => writeCameraAddress(record)))
      return found
        .filter(({ address }) => !deps.isOwn(address))
        .map((one) => ({ ...one, known: known.has(one.address) }))
    },
    probe: async (check) => reach.probe(loginFor(check)),
    testPicture: async (check, profile) => reach.picture(loginFor(check), profile),
    async add(wish) {
      const { at, found } = await reach.probe(wish)
      const draft = recordOf(at, found as OnvifProbe, wish)
      return async () => {
        if (cameras.size >= CAMERA_LIMITS.cameras)
          throw new CameraProblem('full', `there are ${CAMERA_LIMITS.cameras} cameras already`)
        await mustBeNew(draft)
        const sn = freeSerial(draft.sn)
        await registry.underWay(sn)
        const record = { ...draft, sn, sealedPassword: box.seal(wish.password, sn) }
        await records.keep(record)
        const device = registry.discover(
          {
            sn,
            kind: record.hasPtz ? 'ptzCamera' : 'camera',
            protocolType: PROTOCOL_TYPES.onvif,
            name: { zh: wish.name, en: wish.name },
            from: record.host,
          },
          deps.platformNow(),
        )
        if (!device) {
          await records.remove(sn)
          throw new CameraProblem('full', 'there is no place for another device')
        }
        await device
        start(record)
        return sn
      }
    },
    async update({ sn, ...change }) {
      const { record } = find(sn)
      const wish = {
        ...loginOf(record),
        keepTime: record.keepTime,
        mainProfile: record.main.token,
        subProfile: record.sub.token,
        ...withoutUndefined(change),
      }
      wish.password = change.password ?? passwordAt(record, wish.address)
      const { at, found } = await reach.probe(wish)
      const draft = recordOf(at, found as OnvifProbe, wish)
      return async () => {
        await mustBeNew(draft, sn)
        const { hasPtz, presets } = find(sn).record
        const next = { ...draft, sn, hasPtz, presets, sealedPassword: box.seal(wish.password, sn) }
        await stop(sn)
        await records.keep(next)
        start(next)
      }
    },
    async remove(sn) {
      if (!cameras.has(sn)) return
      await stop(sn)
      await records.remove(sn)
    },
    has: (sn) => cameras.has(sn),
    list: () => [...cameras.values()].map(shownOf),
    async reboot(sn) {
      await sessionOf(sn).order([{ method: 'systemReboot', options: {} }])
    },
    syncTime: (sn) => sessionOf(sn).setTime(),
    async snapshot(sn) {
      const { record } = find(sn)
      accountOf(record)
      return reach.picture(loginOf(record), record.main.token || undefined)
    },
    presetsOf: (sn) => cameras.get(sn)?.record.presets,
    external({ sn, chnId, streamType }) {
      const record = cameras.get(sn)?.record
      if (!record || chnId !== CAMERA_CHANNEL) return undefined
      return rtspSource({ target: streamTarget(sn, streamType), transport: record.transport, hostClock })
    },
    onCommand(command) {
      const added = cameras.get(command.sn)
      if (!added?.session || added.record.way !== 'onvif') return
      const { main, sourceToken, presets } = added.record
      const requests = cameraRequests(command, {
        ...{ profileToken: main.token, sourceToken, presets },
        isFocusing: added.isFocusing,
      })
      if (command.kind === 'ptzMove' && command.motion.focus) added.isFocusing = true
      else if (command.kind === 'ptzStop' || command.kind === 'ptzMove') added.isFocusing = false
      if (!requests || requests.length === 0) return
      added.session.order(requests).then(
        () => (changesPresets(command) ? readPresets(command.sn) : undefined),
        (error: unknown) => {
          const { fault, message } = cameraProblemOf(error)
          log.warn({ sn: command.sn, command: command.kind, fault, detail: message }, NOT_DONE)
        },
      )
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...cameras.keys()].map(stop))
    },
  }
}

const NOT_DONE = 'a camera did not follow a command'
const NOT_FORGOTTEN = 'a camera that was removed could not be forgotten'
const keyLost = () =>
  new CameraProblem(
    'keyLost',
    'its password cannot be read any more: the key of this platform is another one',
  )

const withoutUndefined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

function shownOf({ record, session }: Added): SessionOfCamera {
  const { sn, way, username, transport, keepTime, maker, model } = record
  const state = session?.state()
  const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))
  const problem = state ? state.fault : keyLost()
  return {
    ...{ sn, way, username, transport, keepTime, maker, model },
    address: writeCameraAddress(record),
    mainProfile: record.main.token,
    subProfile: record.sub.token,
    state: state?.state ?? 'offline',
    sinceTime: seconds(state?.sinceMs) ?? 0,
    heardTime: seconds(state?.heardMs),
    clockAheadMs: state?.clockAheadMs ?? null,
    events: state?.events ?? 'none',
    fault: problem?.fault ?? null,
    faultDetail: problem?.message ?? '',
    faultTime: seconds(state?.faultMs),
  }
}
