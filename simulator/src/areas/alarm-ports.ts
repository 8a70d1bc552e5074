import type { Directory } from '../fleet/directory.ts'
import type { AlarmDevicesPort, AlarmScopePort, PicturesPort } from './alarms/ports.ts'
import type { DirectoryView } from './directory-view.ts'
import { isEverything } from './scope-key.ts'

export type AlarmPorts = { devices: AlarmDevicesPort; scope: AlarmScopePort; pictures: PicturesPort }

const VIDEO = 0
/** How far a camera may stand from what it is taken to have seen. */
const CAMERA_RADIUS_M = 400
const METRES_PER_DEGREE = 111_320

/** What alarms need of the device directory. */
export function createAlarmPorts(
  view: DirectoryView,
  directory: Directory,
): Pick<AlarmPorts, 'devices' | 'scope'> {
  const cameraOf: AlarmDevicesPort['cameraOf'] = (sn, chnId) => {
    const device = view.device(sn)
    if (!device) return undefined
    const own =
      device.channels.find((channel) => channel.type === VIDEO && channel.chnId === chnId) ??
      device.channels.find((channel) => channel.type === VIDEO)
    if (own && !directory.deviceBySn(sn)?.foreign) return { sn, chnId: own.chnId }
    const { longitude, latitude } = view.state(sn)
    if (longitude === undefined || latitude === undefined) return undefined
    const near = nearestCamera(view, directory, longitude, latitude)
    return near && { sn: near.sn, chnId: near.chnId }
  }
  return {
    devices: {
      device(sn) {
        const device = view.device(sn)
        if (!device) return undefined
        const { longitude, latitude, speedKmh, directionDeg } = view.state(sn)
        return {
          name: device.name,
          groupId: device.groupId,
          channelName: (chnId) => device.channels.find((channel) => channel.chnId === chnId)?.name,
          position:
            longitude === undefined || latitude === undefined
              ? undefined
              : { longitude, latitude, speedKmh, directionDeg },
        }
      },
      cameraOf,
      setFlag(sn, alarmFlg) {
        const slot = directory.slotOf(sn)
        if (slot !== undefined) directory.setAlarmFlag(slot, alarmFlg)
      },
      resetFlags(flags) {
        for (let slot = 0; slot < directory.slotLimit(); slot++) {
          const device = directory.device(slot)
          if (device) directory.setAlarmFlag(slot, flags.get(device.sn) ?? 0)
        }
      },
      exists: (sn) => directory.slotOf(sn) !== undefined,
    },
    scope: {
      groupIdsIn: (scope) => (isEverything(scope) ? undefined : view.groupIdsIn(scope)),
      groupIdsBelow: (groupId) => view.groupIdsBelow(groupId),
      inScope: (groupId, scope) => isEverything(scope) || view.inScope(groupId, scope),
      version: () => view.structureVersion(),
    },
  }
}

/** The fixed camera nearest to a position, within the radius. */
function nearestCamera(
  view: DirectoryView,
  directory: Directory,
  longitude: number,
  latitude: number,
): { sn: string; chnId: number } | undefined {
  const dLat = CAMERA_RADIUS_M / METRES_PER_DEGREE
  const perLon = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const dLon = CAMERA_RADIUS_M / perLon
  let best: { sn: string; chnId: number; distanceM: number } | undefined
  for (const slot of directory.within(longitude - dLon, latitude - dLat, longitude + dLon, latitude + dLat)) {
    const device = directory.device(slot)
    const record = device && view.device(device.sn)
    const channel = record && !record.moves && record.channels.find(({ type }) => type === VIDEO)
    if (!channel) continue
    const state = directory.state(slot)
    const distanceM = Math.hypot(
      (state.longitude - longitude) * perLon,
      (state.latitude - latitude) * METRES_PER_DEGREE,
    )
    if (distanceM > CAMERA_RADIUS_M || (best && best.distanceM <= distanceM)) continue
    best = { sn: record.sn, chnId: channel.chnId, distanceM }
  }
  return best
}
