import type { PictureStyle } from '@backlot/contract/devices/constants'
import { configAt } from '../../devices/device-config.ts'
import { imageSettingsAt } from '../../devices/image-settings-at.ts'
import { KINDS } from '../../devices/kinds.ts'
import { pictureLookOf } from '../../devices/picture-look.ts'
import { isLowPower, LOW_POWER } from '../../devices/power-mode.ts'
import { isSilentAt } from '../../devices/silence.ts'
import { vehicleViewOf } from '../../devices/vehicle/vehicle-views.ts'
import { cameraEncodingAt } from '../../fleet/camera-encoding.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import { type Directory, FIRST_DEVICE_ID } from '../../fleet/directory.ts'
import type { CameraPoses } from '../../history/camera-poses.ts'
import { hasPower } from '../../history/camera-power.ts'
import { isBeforeItsCamera, placeBefore } from '../../history/incident-sight.ts'
import { createVehicleLooks, vehicleKindOf } from '../../history/vehicle-looks.ts'
import type { CameraDirectory, SceneWorld } from '../../media/media-ports.ts'
import type { HallInside, SceneInside, ThermalPalette } from '../../world/scenes/scene-input.ts'
import type { Incident, IncidentKind, VehicleKind, World } from '../../world/types.ts'

const VIDEO = 0
const AUDIO = 4
/**
 * Camera numbers have the strip's 20 bits. A scenario's first devices have eight channels each; later and added ones
 * have four, and wrap around after some 229,000 devices.
 */
const FIRST_DEVICES = 16_384
const CHANNELS_OF_FIRST = 8
const CHANNELS_EACH = 4
/** An incident this near to its camera has no place of its own. */
const AT_CAMERA_M = 1
/** Incidents this near to a device happen in it. */
const AT_DEVICE_M = 1
const NUMBERS = 2 ** 20
const NUMBERS_OF_FIRST = FIRST_DEVICES * CHANNELS_OF_FIRST

/** How high a driver's eye is, metres. */
const DRIVER_EYE_M: Record<VehicleKind, number> = {
  car: 1.3,
  taxi: 1.3,
  patrol: 1.3,
  bus: 2.2,
  truck: 2.3,
  sanitation: 2.1,
}

/** The number of a video channel in the strip of its pictures. */
export function cameraNumber(device: Device, chnId: number): number {
  const nth = device.id - FIRST_DEVICE_ID
  if (nth < FIRST_DEVICES) return nth * CHANNELS_OF_FIRST + (chnId % CHANNELS_OF_FIRST)
  const later = nth * CHANNELS_EACH + (chnId % CHANNELS_EACH)
  return NUMBERS_OF_FIRST + (later % (NUMBERS - NUMBERS_OF_FIRST))
}

/** Cameras as media sees them. The titles that they come with are Chinese, as on real devices. */
export function createCameraDirectory(
  world: World,
  directory: Directory,
  poses: CameraPoses,
  commands: Pick<CommandLog, 'commandsOf'>,
): CameraDirectory {
  const ownTitle = (device: Device, chnId: number): string => {
    const channel = directory.channel(device.slot, chnId)?.name.zh ?? ''
    return channel === device.name.zh ? channel : `${device.name.zh} ${channel}`
  }
  const deviceOf = (sn: string): Device => {
    const device = directory.deviceBySn(sn)
    if (!device) throw new Error(`There is no device ${sn}`)
    return device
  }
  const roomOf = (device: Device, atMs: number): SceneInside | HallInside | undefined => {
    const { x, y, kind, model } = device
    const lens = model === undefined ? undefined : KINDS[kind].models[model]?.hall
    if (lens) return { room: 'hall', lens }
    const { room } = KINDS[kind]
    if (!room) return undefined
    const here = () => world.incidents.activeAt(atMs, { x, y, radiusM: AT_DEVICE_M })
    const incident = (asked: IncidentKind) => here().find((each) => each.kind === asked)
    const state = room.stateAt({ seed: world.seed, entity: device.entity }, atMs, incident)
    return { room: 'device', kind, state }
  }
  return {
    find(sn, chnId) {
      const device = directory.deviceBySn(sn)
      // A real device's view is shown when it publishes; the world has no picture of it.
      if (!device || device.foreign) return undefined
      const channel = directory.channel(device.slot, chnId)
      if (channel?.type !== VIDEO) return undefined
      const channels = directory.channelsOf(device.slot)
      return {
        number: cameraNumber(device, chnId),
        hasAudio: channels.some(({ type, lineId }) => type === AUDIO && lineId === channel.lineId),
        moves: device.trafficIndex !== undefined,
      }
    },
    placeAt(sn, chnId, atMs) {
      const device = deviceOf(sn)
      const mountHeightM = KINDS[device.kind].eyeM
      if (device.trafficIndex === undefined) {
        const { x, y } = device
        const inside = roomOf(device, atMs)
        const thermal = thermalOf(device)
        return { x, y, mountHeightM, ...(inside ? { inside } : {}), ...(thermal ? { thermal } : {}) }
      }
      const { x, y, accOn } = world.traffic.vehicleAt(device.trafficIndex, atMs)
      const name =
        KINDS[device.kind].moves === 'vehicle' ? directory.channel(device.slot, chnId)?.name : undefined
      const view = name && vehicleViewOf(name)
      if (view !== 'cabin' && view !== 'cargo') return { x, y, mountHeightM }
      const kind = vehicleKindOf(device)
      return { x, y, mountHeightM: DRIVER_EYE_M[kind], inside: { room: view, kind, hasDriver: accOn } }
    },
    poseAt: (sn, chnId, atMs) => poseForScene(poses, deviceOf(sn), chnId, atMs),
    captionAt(sn, chnId, atMs) {
      const { showTime, showTitle, title } = configAt(commands.commandsOf(sn), 'timeTitle', atMs, chnId)
      return { showTime, name: showTitle ? title || ownTitle(deviceOf(sn), chnId) : '' }
    },
    footageAt(sn, _chnId, atMs) {
      const video = directory.deviceBySn(sn)?.video
      if (!video) return undefined
      const { file, fps, start, strip = true } = video
      const startMs = start === undefined ? 0 : Date.parse(start)
      return { file, imagesPerSecond: fps, elapsedMs: atMs - startMs, bare: !strip }
    },
    lookAt(sn, chnId, atMs) {
      const settings = imageSettingsAt(commands.commandsOf(sn), chnId, atMs)
      return pictureLookOf(poses.poseAt(deviceOf(sn), chnId, atMs), settings)
    },
    encodingAt(sn, chnId, streamType, atMs) {
      const own = commands.commandsOf(sn)
      const asked = cameraEncodingAt(deviceOf(sn), own, { atMs, chnId, streamType })
      if (!isLowPower(own, atMs)) return asked
      return { ...asked, frameRate: Math.min(asked.frameRate, LOW_POWER.framesPerSecond) }
    },
    isOnline(sn, chnId) {
      const slot = directory.slotOf(sn)
      return slot !== undefined && directory.isOnline(slot) && !directory.lostChannels(slot).has(chnId)
    },
    isSilent: (sn, atMs) => isSilentAt(commands.commandsOf(sn), atMs),
    hasPower(sn, atMs) {
      const device = directory.deviceBySn(sn)
      return !device || device.foreign || hasPower(world, device, commands.commandsOf(sn), atMs)
    },
    mediaServerOf: (sn) => (directory.slotOf(sn) === undefined ? 'notBound' : 'bound'),
  }
}

const PALETTES: Readonly<Partial<Record<PictureStyle, ThermalPalette>>> = {
  thermal: 'whiteHot',
  thermalIron: 'iron',
}

function thermalOf({ kind, model }: Device): ThermalPalette | undefined {
  const style = model === undefined ? undefined : KINDS[kind].models[model]?.pictureStyle
  return style && PALETTES[style]
}

function poseForScene(poses: CameraPoses, device: Device, chnId: number, atMs: number) {
  const { panDeg, tiltDeg, zoom } = poses.poseAt(device, chnId, atMs)
  return { panDeg, tiltDeg, zoom }
}

/**
 * Contents of pictures, taken from the world. The platform's own vehicles look like what they are. A camera without
 * picture (lost, or its lens covered) shows it to itself only; an incident that a camera raises is in front of it; an
 * SOS takes its lamps along with the caller.
 */
export function createSceneWorld(world: World, directory: Directory, poses: CameraPoses): SceneWorld {
  const looks = createVehicleLooks(directory)
  const placeOf = (incident: Incident, atMs: number): { x: number; y: number } => {
    const device = incident.subject && directory.deviceBySubject(incident.subject)
    if (!device) return incident
    if (device.trafficIndex !== undefined) return world.traffic.vehicleAt(device.trafficIndex, atMs)
    const isAtCamera = Math.hypot(incident.x - device.x, incident.y - device.y) < AT_CAMERA_M
    if (!isAtCamera || !isBeforeItsCamera(incident)) return incident
    const chnId = directory.channelsOf(device.slot).find(({ type }) => type === VIDEO)?.chnId ?? 0
    const pose = poses.poseAt(device, chnId, incident.startMs)
    return placeBefore(device, KINDS[device.kind].eyeM, pose, incident.id)
  }
  return {
    skyAt: (atMs) => world.sky.at(atMs),
    vehiclesNear: (x, y, radiusM, atMs, limit) =>
      world.traffic.vehiclesNear(x, y, radiusM, atMs, limit).map(looks.look),
    incidentsNear(x, y, radiusM, atMs, camera) {
      const own = directory.deviceBySn(camera.sn)
      // A hall has walls: what happens outside is not in its pictures.
      const isIndoors = own?.model !== undefined && KINDS[own.kind].models[own.model]?.hall !== undefined
      const shown = world.incidents.activeAt(atMs).filter(({ kind, subject }) => {
        if (!isIndoors && kind !== 'videoLoss' && kind !== 'videoCover') return true
        return subject !== undefined && directory.deviceBySubject(subject)?.sn === camera.sn
      })
      return shown.flatMap((incident) => {
        const place = placeOf(incident, atMs)
        if (Math.hypot(place.x - x, place.y - y) > radiusM) return []
        return [{ ...incident, x: place.x, y: place.y }]
      })
    },
  }
}
