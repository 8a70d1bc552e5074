/**
 * The platform's side of real cameras: finds and probes them, adds them as foreign devices, keeps a session with each,
 * and brings their streams, pictures, alarms and presets in and the console's commands out.
 */
import { HIDDEN_SECRET, secretsOfAddress, withSecretsOf } from '@backlot/contract/device-admin/camera-address'
import type {
  CameraChange,
  CameraCheck,
  FoundCamera,
  NewCamera,
} from '@backlot/contract/device-admin/camera-entities'
import { CAMERA_LIMITS } from '@backlot/contract/device-admin/camera-entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceCommand } from '../../devices/commands.ts'
import { rtspSource } from '../../media/rtsp-pull/rtsp-source.ts'
import type { OpenSource } from '../../media/stream-source.ts'
import {
  type AddedCamerasDeps,
  CAMERA_CHANNEL,
  type CameraCounts,
  createAddedCameras,
  keyLost,
} from './added-cameras.ts'
import { type CameraLogin, type CameraReach, createCameraReach } from './camera-access.ts'
import { isAddressOf, readCameraAddress, writeCameraAddress } from './camera-address.ts'
import { cameraRequests, changesPresets } from './camera-commands.ts'
import type { CameraPreset } from './camera-presets.ts'
import { CameraProblem, cameraProblemOf } from './camera-problem.ts'
import type { CameraRecord } from './camera-record.ts'
import { discoverCameras } from './discover-cameras.ts'
import type { OnvifProbe } from './probe-onvif.ts'
import { recordOf } from './record-of-probe.ts'
import { createSealedRecords } from './sealed-records.ts'
import { isShownAlready } from './shown-already.ts'
import { type SessionOfCamera, shownCamera } from './shown-camera.ts'

export type CameraGatewayDeps = AddedCamerasDeps & {
  /** The interface that is searched; null: none is. */
  interfaceAddress: string | null
  /** Whether a camera at an address is one of the platform's own. */
  isOwn(address: string): boolean
}

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
  stats(): Readonly<CameraCounts> & {
    /** Cameras, by state. */
    states: Readonly<Record<'connecting' | 'online' | 'offline', number>>
    /** Cameras whose events come. */
    subscribed: number
  }
  reboot(sn: string): Promise<void>
  syncTime(sn: string): Promise<number | null>
  /** A picture of now; rejects with a CameraProblem. */
  snapshot(sn: string): Promise<Buffer>
  presetsOf(sn: string): readonly CameraPreset[] | undefined
  external(name: { sn: string; chnId: number; streamType: 'main' | 'sub' }): OpenSource | undefined
  /** A command was given to a device. */
  onCommand(command: DeviceCommand): void
}

export function createCameraGateway(deps: CameraGatewayDeps): CameraGateway {
  const { hostClock, box, registry, log } = deps
  const records = createSealedRecords(deps.records, box)
  const reach = createCameraReach(deps)
  const added = createAddedCameras({ ...deps, records }, reach)
  const { passwordOf, loginOf } = added
  /** The stored password goes to no other host. */
  const passwordAt = (record: CameraRecord, address: string): string => {
    if (!isAtHost(record, address)) return ''
    const password = passwordOf(record)
    if (password === undefined) throw keyLost()
    return password
  }
  /** With the stored secrets of its path, at the same host. */
  const addressAt = (record: CameraRecord, given: string): string => {
    if (!isAtHost(record, given)) return given
    const address = withSecretsOf(given, writeCameraAddress(record))
    const isLost = record.sealedPaths !== undefined && secretsOfAddress(address).includes(HIDDEN_SECRET)
    if (isLost) throw keyLost()
    return address
  }
  const loginFor = ({ sn, ...login }: CameraCheck): CameraLogin => {
    if (sn === undefined) return login
    const { record } = added.find(sn)
    const address = addressAt(record, login.address)
    return { ...login, address, password: login.password || passwordAt(record, address) }
  }
  /** Beside the camera of a serial number, if it is one. */
  const mustBeNew = async (draft: Omit<CameraRecord, 'sealedPassword'>, sn?: string): Promise<void> => {
    const others = added.all().flatMap(({ record }) => (record.sn === sn ? [] : [record]))
    if (await isShownAlready(draft, others, deps.resolve))
      throw new CameraProblem('added', 'a device shows this profile already')
  }
  const freeSerial = (wanted: string): string => {
    for (let number = 1; ; number++) {
      const sn = number === 1 ? wanted : `${wanted}-${number}`
      if (!deps.hasDevice(sn) && !added.get(sn)) return sn
    }
  }

  for (const record of records.all()) {
    if (deps.hasDevice(record.sn)) added.start(record)
    else void records.remove(record.sn).catch((error: unknown) => log.error({ err: error }, NOT_FORGOTTEN))
  }
  registry.removeEmptyGroup()

  return {
    async discover(seconds) {
      if (deps.interfaceAddress === null) return undefined
      const found = await discoverCameras(deps.interfaceAddress, seconds, hostClock)
      const known = added.all().map(({ record }) => record)
      return found
        .filter(({ address }) => !deps.isOwn(address))
        .map((one) => ({ ...one, known: isAddressOf(one.address, known) }))
    },
    probe: async (check) => reach.probe(loginFor(check)),
    testPicture: async (check, profile) => reach.picture(loginFor(check), profile),
    async add(wish) {
      const { at, found } = await reach.probe(wish)
      const draft = recordOf(at, found as OnvifProbe, wish)
      return async () => {
        if (added.all().length >= CAMERA_LIMITS.cameras)
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
        added.start(record)
        return sn
      }
    },
    async update({ sn, ...change }) {
      const { record } = added.find(sn)
      const wish = {
        ...loginOf(record),
        keepTime: record.keepTime,
        mainProfile: record.main.token,
        subProfile: record.sub.token,
        ...withoutUndefined(change),
      }
      wish.address = addressAt(record, wish.address)
      wish.password = change.password ?? passwordAt(record, wish.address)
      const { at, found } = await reach.probe(wish)
      const draft = recordOf(at, found as OnvifProbe, wish)
      return async () => {
        await mustBeNew(draft, sn)
        const { hasPtz, presets } = added.find(sn).record
        const next = { ...draft, sn, hasPtz, presets, sealedPassword: box.seal(wish.password, sn) }
        await records.keep(next)
        await added.stop(sn)
        added.start(next)
      }
    },
    async remove(sn) {
      if (!added.get(sn)) return
      await added.stop(sn)
      await records.remove(sn)
    },
    has: (sn) => added.get(sn) !== undefined,
    list: () => added.all().map(shownCamera),
    stats() {
      const states = { connecting: 0, online: 0, offline: 0 }
      let subscribed = 0
      for (const { session } of added.all()) {
        const { state, events } = session?.state() ?? { state: 'offline' as const, events: 'none' }
        states[state]++
        if (events === 'subscribed') subscribed++
      }
      return { ...added.counts, states, subscribed }
    },
    async reboot(sn) {
      await added.sessionOf(sn).order([{ method: 'systemReboot', options: {} }])
    },
    syncTime: async (sn) => added.sessionOf(sn).setTime(),
    async snapshot(sn) {
      const { record } = added.find(sn)
      added.accountOf(record)
      return reach.picture(loginOf(record), record.main.token || undefined)
    },
    presetsOf: (sn) => added.get(sn)?.record.presets,
    external({ sn, chnId, streamType }) {
      const record = added.get(sn)?.record
      if (!record || chnId !== CAMERA_CHANNEL) return undefined
      return rtspSource({
        target: added.streamTarget(sn, streamType),
        transport: record.transport,
        hostClock,
      })
    },
    onCommand(command) {
      const camera = added.get(command.sn)
      if (!camera?.session || camera.record.way !== 'onvif') return
      const { main, sourceToken, presets } = camera.record
      const requests = cameraRequests(command, {
        ...{ profileToken: main.token, sourceToken, presets },
        isFocusing: camera.isFocusing,
      })
      if (command.kind === 'ptzMove' && command.motion.focus) camera.isFocusing = true
      else if (command.kind === 'ptzStop' || command.kind === 'ptzMove') camera.isFocusing = false
      if (!requests || requests.length === 0) return
      camera.session.order(requests).then(
        () => (changesPresets(command) ? added.readPresets(command.sn) : undefined),
        (error: unknown) => {
          const { fault, message } = cameraProblemOf(error)
          log.warn({ sn: command.sn, command: command.kind, fault, detail: message }, NOT_DONE)
        },
      )
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(added.all().map(({ record }) => added.stop(record.sn)))
    },
  }
}

const isAtHost = ({ host }: CameraRecord, address: string) => readCameraAddress(address).host === host
const NOT_DONE = 'a camera did not follow a command'
const NOT_FORGOTTEN = 'a camera that was removed could not be forgotten'
const withoutUndefined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
