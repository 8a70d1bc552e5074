import { homePose, initialPtzState } from '../devices/camera-home.ts'
import { KINDS } from '../devices/kinds.ts'
import type { PtzPose } from '../devices/ptz-pose.ts'
import { createPtzTrack, type PtzTrack } from '../devices/ptz-track.ts'
import { VIEW_TURN_DEG, vehicleViewOf } from '../devices/vehicle/vehicle-views.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import type { World } from '../world/types.ts'

/** The one PTZ channel of a camera that can be steered. */
const PTZ_CHANNEL = 1

export type CameraPoses = Disposable & {
  /** Where a channel of a device points at a platform moment. */
  poseAt(device: Device, chnId: number, atMs: number): PtzPose
  /** Whether any axis of a camera moves at a platform moment. */
  isMovingAt(device: Device, atMs: number): boolean
  /** Numbers of the presets that are set at a platform moment. */
  presetsAt(sn: string, atMs: number): Iterable<number>
}

/** Poses of all cameras: a PTZ camera's folds from its commands, a fixed one has its heading, a moving one drives along. */
export function createCameraPoses(
  world: World,
  directory: Directory,
  commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'>,
): CameraPoses {
  const tracks = new Map<string, PtzTrack>()
  const trackOf = (device: Device): PtzTrack => {
    const known = tracks.get(device.sn)
    if (known) return known
    const start = initialPtzState(world.seed, device.entity, device.headingDeg ?? 0)
    const made = createPtzTrack(start, commands.commandsOf(device.sn))
    tracks.set(device.sn, made)
    return made
  }
  const stops = [
    commands.onCommand((command) => tracks.get(command.sn)?.add(command)),
    commands.onCut(() => tracks.clear()),
  ]
  return {
    poseAt(device, chnId, atMs) {
      const steered = device.isPtz && chnId === PTZ_CHANNEL ? trackOf(device).poseAt(atMs) : undefined
      if (device.trafficIndex === undefined)
        return steered ?? homePose(world.seed, device.entity, device.headingDeg ?? 0)
      const { directionDeg } = world.traffic.vehicleAt(device.trafficIndex, atMs)
      // A steered camera turns with the vehicle that it is mounted on.
      if (steered) return { ...steered, panDeg: (steered.panDeg + directionDeg) % 360 }
      const name =
        KINDS[device.kind].moves === 'vehicle' ? directory.channel(device.slot, chnId)?.name : undefined
      const turnDeg = name ? VIEW_TURN_DEG[vehicleViewOf(name)] : 0
      return homePose(world.seed, device.entity, directionDeg + turnDeg)
    },
    isMovingAt: (device, atMs) => device.isPtz && trackOf(device).isMovingAt(atMs),
    presetsAt(sn, atMs) {
      const device = directory.deviceBySn(sn)
      return device?.isPtz ? trackOf(device).presetsAt(atMs).keys() : []
    },
    [Symbol.dispose]: () => {
      for (const stop of stops) stop()
    },
  }
}
