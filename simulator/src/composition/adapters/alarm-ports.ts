import { ABILITY_BITS } from '@backlot/contract/capabilities'
import type { AlarmDevicesPort, AlarmScopePort, GroupPart, PicturesPort } from '../../areas/alarms/ports.ts'
import type { DeviceRecord } from '../../areas/devices/ports.ts'
import { isEverything } from '../../calls/scope-key.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DirectoryView } from './directory-view.ts'

export type AlarmPorts = { devices: AlarmDevicesPort; scope: AlarmScopePort; pictures: PicturesPort }

type Camera = { sn: string; chnId: number }

const VIDEO = 0
/** Most distance of a camera from an incident that it is assumed to have seen. */
const CAMERA_RADIUS_M = 400
const METRES_PER_DEGREE = 111_320

/** Ports of alarms to the device directory. */
export function createAlarmPorts(
  view: DirectoryView,
  directory: Directory,
  /** Camera channels that users bound to a device. */
  boundTo: (sn: string) => readonly Camera[] = () => [],
): Pick<AlarmPorts, 'devices' | 'scope'> {
  /** Cameras nearest to fixed devices, by the device's slot, while the tree stays as it is. */
  const nearest = new Map<number, Camera | undefined>()
  let nearestIn = -1
  const cameraNear = (slot: number, moves: boolean, longitude: number, latitude: number) => {
    if (nearestIn !== directory.treeVersion()) {
      nearest.clear()
      nearestIn = directory.treeVersion()
    }
    if (nearest.has(slot)) return nearest.get(slot)
    const camera = nearestCamera(view, directory, longitude, latitude)
    if (!moves) nearest.set(slot, camera)
    return camera
  }
  const isThere = ({ sn, chnId }: Camera) =>
    view.device(sn)?.channels.some((channel) => channel.chnId === chnId && channel.type === VIDEO) === true
  const cameraOf: AlarmDevicesPort['cameraOf'] = (sn, chnId) => {
    const device = view.device(sn)
    if (!device) return undefined
    const bound = measures(device) ? boundTo(sn).find(isThere) : undefined
    if (bound) return bound
    const own =
      device.channels.find((channel) => channel.type === VIDEO && channel.chnId === chnId) ??
      device.channels.find((channel) => channel.type === VIDEO)
    if (own && !directory.deviceBySn(sn)?.foreign) return { sn, chnId: own.chnId }
    const { longitude, latitude } = view.state(sn)
    if (longitude === undefined || latitude === undefined) return undefined
    const slot = directory.slotOf(sn)
    return slot === undefined ? undefined : cameraNear(slot, device.moves, longitude, latitude)
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
          monitorAt(code) {
            const point = pointsOf(device).find(({ codes }) => codes.includes(code))
            // A point that came with the device is only distinguished by facts that are in the alarm already.
            return point && point.name.zh === point.name.en
              ? { id: point.id, name: point.name.zh }
              : undefined
          },
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
        const flagged = new Set<number>()
        for (const [sn, alarmFlg] of flags) {
          const slot = directory.slotOf(sn)
          if (slot === undefined) continue
          directory.setAlarmFlag(slot, alarmFlg)
          flagged.add(slot)
        }
        // Most of a hundred thousand have none, before and after: their columns show that without a look at each.
        const { alarmFlg } = directory.columns()
        for (let slot = 0; slot < directory.slotLimit(); slot++) {
          if (alarmFlg[slot] !== 0 && !flagged.has(slot) && directory.device(slot))
            directory.setAlarmFlag(slot, 0)
        }
      },
      exists: (sn) => directory.slotOf(sn) !== undefined,
    },
    scope: {
      groupIdsIn: (scope) => (isEverything(scope) ? undefined : view.groupIdsIn(scope)),
      groupIdsBelow: (groupId) => view.groupIdsBelow(groupId),
      inScope: (groupId, scope) => isEverything(scope) || view.inScope(groupId, scope),
      groupParts(nodeId, scope) {
        const seen = (groupId: number) =>
          view.group(groupId) !== undefined && (isEverything(scope) || view.inScope(groupId, scope))
        if (nodeId !== undefined && !seen(nodeId)) return undefined
        const tops = isEverything(scope)
          ? view.groupsIn(0).map(({ groupId }) => groupId)
          : [...scope.rootGroupIds]
        const above = nodeId ?? (tops.length === 1 ? tops[0] : undefined)
        const parts = above === undefined ? tops : view.groupsIn(above).map(({ groupId }) => groupId)
        const part = (groupId: number, own: boolean): GroupPart[] => {
          const group = view.group(groupId)
          return group
            ? [{ groupId, name: group.name, own, groupIds: own ? [groupId] : view.groupIdsBelow(groupId) }]
            : []
        }
        return [...parts.flatMap((id) => part(id, false)), ...(above === undefined ? [] : part(above, true))]
      },
      version: () => view.structureVersion(),
    },
  }
}

const pointsOf = ({ channels }: DeviceRecord) => channels.flatMap(({ monitoringPoints }) => monitoringPoints)
const measures = (device: DeviceRecord) => pointsOf(device).length > 0

/** The fixed camera nearest to a position, within the radius. */
function nearestCamera(
  view: DirectoryView,
  directory: Directory,
  longitude: number,
  latitude: number,
): Camera | undefined {
  const dLat = CAMERA_RADIUS_M / METRES_PER_DEGREE
  const perLon = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const dLon = CAMERA_RADIUS_M / perLon
  const columns = directory.columns()
  let best: Camera | undefined
  let bestM = CAMERA_RADIUS_M
  for (const slot of directory.within(longitude - dLon, latitude - dLat, longitude + dLon, latitude + dLat)) {
    const distanceM = Math.hypot(
      (columns.longitude[slot]! - longitude) * perLon,
      (columns.latitude[slot]! - latitude) * METRES_PER_DEGREE,
    )
    // Most are further away than the best so far, and need no closer look.
    if (best ? distanceM >= bestM : distanceM > bestM) continue
    const device = directory.device(slot)
    if (!device || (device.ability & ABILITY_BITS.video) === 0 || KINDS[device.kind].room) continue
    const record = view.device(device.sn)
    const channel = record && !record.moves && record.channels.find(({ type }) => type === VIDEO)
    if (!channel) continue
    best = { sn: record.sn, chnId: channel.chnId }
    bestM = distanceM
  }
  return best
}
