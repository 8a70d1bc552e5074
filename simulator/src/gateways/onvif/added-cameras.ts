/** Cameras that were added: what is kept of each, and the session with it. */
import type { Logger } from 'pino'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { countIn } from '../../sockets/connection-counters.ts'
import type { ForeignDeviceRegistry } from '../foreign-device-registry.ts'
import type { DeviceIngest } from '../ingest.ts'
import type { CameraAccessDeps, CameraLogin, CameraReach } from './camera-access.ts'
import { writeCameraAddress } from './camera-address.ts'
import { createCameraAlarms } from './camera-events.ts'
import { numberPresets } from './camera-presets.ts'
import { CameraProblem, cameraProblemOf } from './camera-problem.ts'
import type { CameraRecord, CameraRecords } from './camera-record.ts'
import { type CameraSession, createCameraSession } from './camera-session.ts'
import { openOnvifConnection } from './onvif-connection.ts'
import { openRtspConnection } from './rtsp-connection.ts'

/** The channel that shows a camera's streams. */
export const CAMERA_CHANNEL = 1

export type AddedCamerasDeps = CameraAccessDeps & {
  records: CameraRecords
  box: SecretBox
  registry: Pick<ForeignDeviceRegistry, 'discover' | 'spoke' | 'underWay' | 'removeEmptyGroup'>
  ingest: Pick<DeviceIngest, 'alarm' | 'openAlarm' | 'connected' | 'disconnected'>
  hasDevice(sn: string): boolean
  platformNow(): number
  log: Logger
}

export type Added = {
  record: CameraRecord
  session: CameraSession | undefined
  /** A command moved its focus, and none has stopped it. */
  isFocusing: boolean
}

export type CameraCounts = {
  /** Sessions that cameras answered. */
  sessions: number
  /** Failures, by fault. */
  faults: Map<string, number>
  /** Events that were taken, by state. */
  events: Map<string, number>
}

export type AddedCameras = ReturnType<typeof createAddedCameras>

export function createAddedCameras(deps: AddedCamerasDeps, reach: CameraReach) {
  const { hostClock, records, box, registry, ingest, log } = deps
  const cameras = new Map<string, Added>()
  const counts: CameraCounts = { sessions: 0, faults: new Map(), events: new Map() }
  /** Undefined: its key is gone. Without an account there is none to lose, unless a path holds a secret. */
  const passwordOf = ({ sn, username, sealedPassword, sealedPaths }: CameraRecord) =>
    sealedPaths !== undefined ? undefined : username === '' ? '' : box.open(sealedPassword, sn)
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
      alarms: {
        take(event, aheadMs) {
          countIn(counts.events, event.state)
          alarms.take(event, aheadMs)
        },
      },
      async connect(ended) {
        const { record: now } = added
        if (now.way === 'rtsp') return openRtspConnection(streamTarget(sn, 'main'), hostClock, ended)
        const { host, port, path } = now
        const client = await reach.openClient({ way: 'onvif', host, port, path }, accountOf(now))
        return openOnvifConnection(client, hostClock, ended)
      },
      onOnline(isOnline) {
        if (isOnline) counts.sessions++
        if (isOnline) ingest.connected(sn, deps.platformNow())
        else ingest.disconnected(sn, deps.platformNow())
        if (isOnline) queueMicrotask(() => void readPresets(sn))
      },
      onFault({ fault, message }) {
        countIn(counts.faults, fault)
        log.debug({ sn, fault, detail: message }, 'a camera failed')
      },
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

  return {
    counts: counts as Readonly<CameraCounts>,
    get: (sn: string) => cameras.get(sn),
    all: () => [...cameras.values()],
    passwordOf,
    accountOf,
    streamTarget,
    readPresets,
    start,
    stop,
    find,
    sessionOf,
    loginOf,
  }
}

export const keyLost = () =>
  new CameraProblem(
    'keyLost',
    'its password cannot be read any more: the key of this platform is another one. Enter the password again.',
  )
