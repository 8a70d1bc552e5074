import type { DeviceRecord, DeviceState, DirectoryPort, PointRecord } from '../../areas/devices/ports.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import { KINDS } from '../../devices/kinds.ts'
import { codesOf, quantityCodesOf } from '../../devices/sensor-bus.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory, Interval } from '../../fleet/directory.ts'
import { isUnit } from '../../fleet/is-unit.ts'

const VIDEO = 0
const MONITORED_CHANNEL = 3

/** The fleet's directory as the areas read it. `nowMs` is platform time. */
export type DirectoryView = DirectoryPort & {
  mayUse(sn: string, scope: ScopeIntervals): boolean
  /** Ids of a group and all below it, or of everything in a scope. */
  groupIdsBelow(groupId: number): number[]
  groupIdsIn(scope: ScopeIntervals): number[]
}

/** Monitoring points that people made of those that devices come with. */
export type NamedPoints = {
  /** Undefined: as they came. */
  pointsOf(sn: string): readonly PointRecord[] | undefined
  /** Grows with every change. */
  version(): number
}
const AS_THEY_CAME: NamedPoints = { pointsOf: () => undefined, version: () => 0 }

export function createDirectoryView(
  directory: Directory,
  nowMs: () => number,
  points: NamedPoints = AS_THEY_CAME,
): DirectoryView {
  const records = new WeakMap<Device, { version: number; record: DeviceRecord }>()
  const scopes = new Map<string, readonly Interval[]>()
  let scopesVersion = -1

  const structureVersion = () => directory.treeVersion() + points.version()
  const intervalsOf = (scope: ScopeIntervals): readonly Interval[] => {
    if (scopesVersion !== directory.treeVersion()) {
      scopes.clear()
      scopesVersion = directory.treeVersion()
    }
    const key = scopeKey(scope)
    const known = scopes.get(key)
    if (known) return known
    const intervals = directory.scopeOf(scope.rootGroupIds)
    scopes.set(key, intervals)
    return intervals
  }
  const recordOf = (device: Device): DeviceRecord => {
    const version = structureVersion()
    const known = records.get(device)
    if (known?.version === version) return known.record
    const record = makeRecord(directory, device, points.pointsOf(device.sn))
    records.set(device, { version, record })
    return record
  }
  const inScope = (groupId: number, scope: ScopeIntervals) =>
    directory.isGroupInScope(intervalsOf(scope), groupId)
  const slotOf = (sn: string): number => {
    const slot = directory.slotOf(sn)
    if (slot === undefined) throw new Error(`There is no device ${sn}`)
    return slot
  }
  const groupIds = (intervals: readonly Interval[]) => {
    const order = directory.groupsInOrder()
    return intervals.flatMap(({ from, to }) => order.slice(from, to).map(({ id }) => id))
  }

  return {
    structureVersion,
    stateVersion: () => directory.version(),
    group(groupId) {
      const group = directory.group(groupId)
      return group && { groupId, parentId: group.parentId, name: group.name }
    },
    groupsIn: (groupId) =>
      directory.groupChildren(groupId).map(({ id, parentId, name }) => ({ groupId: id, parentId, name })),
    devicesIn: (groupId) =>
      directory.devicesIn(groupId).flatMap((slot) => {
        const device = directory.device(slot)
        return device ? recordOf(device) : []
      }),
    *devices() {
      for (const slot of directory.slotsInScope(directory.scopeOf([0]))) {
        const device = directory.device(slot)
        if (device) yield recordOf(device)
      }
    },
    device(sn) {
      const device = directory.deviceBySn(sn)
      return device && recordOf(device)
    },
    deviceById(deviceId) {
      const device = directory.deviceById(deviceId)
      return device && recordOf(device)
    },
    state: (sn) => stateOf(directory, slotOf(sn)),
    counts(groupId) {
      const { total, online } = directory.countBelow(groupId)
      return { devices: total, online }
    },
    inScope,
    mayUse(sn, scope) {
      const device = directory.deviceBySn(sn)
      return device !== undefined && inScope(device.groupId, scope)
    },
    groupIdsBelow: (groupId) => groupIds(directory.scopeOf([groupId])),
    groupIdsIn: (scope) => groupIds(intervalsOf(scope)),
    place(sn, position) {
      directory.placeDevice(slotOf(sn), position?.longitude ?? 0, position?.latitude ?? 0, nowMs())
    },
  }
}

/** As fine as devices report: about 0.1 m, 0.1 km/h, 1 degree. */
const rounded = (value: number, steps: number) => Math.round(value * steps) / steps

function stateOf(directory: Directory, slot: number): DeviceState {
  const state = directory.state(slot)
  const located = state.longitude !== 0 || state.latitude !== 0
  return {
    videoOnlineStatus: state.videoOnlineStatus,
    sensorOnlineStatus: state.sensorOnlineStatus,
    gbOnlineStatus: state.gbOnlineStatus,
    smartOnlineStatus: state.smartOnlineStatus,
    gisOnlineStatus: state.gisOnlineStatus,
    alarmFlg: state.alarmFlg,
    longitude: located ? rounded(state.longitude, 1e6) : undefined,
    latitude: located ? rounded(state.latitude, 1e6) : undefined,
    locatedMs: located ? state.locationTimeMs : undefined,
    speedKmh: rounded(state.speedKmh, 10),
    directionDeg: rounded(state.directionDeg, 1) % 360,
    lostChannels: directory.lostChannels(slot),
  }
}

function makeRecord(
  directory: Directory,
  device: Device,
  named: readonly PointRecord[] | undefined,
): DeviceRecord {
  const style = device.model === undefined ? undefined : KINDS[device.kind].models[device.model]?.pictureStyle
  return {
    deviceId: device.id,
    sn: device.sn,
    name: device.name,
    kind: device.kind,
    groupId: device.groupId,
    ability: device.ability,
    bizType: device.bizType,
    protocolType: device.protocolType,
    isPtz: device.isPtz,
    moves: isUnit(device),
    channels: directory.channelsOf(device.slot).map(({ id, chnId, name, type, lineId, isPtz }) => ({
      id,
      chnId,
      name,
      type,
      lineId,
      isPtz,
      ...(type === VIDEO && style ? { pictureStyle: style } : {}),
      monitoringPoints: type === MONITORED_CHANNEL ? (named ?? pointsOn(id, device)) : [],
    })),
    installedMs: device.installedAtMs,
    installer: device.installer,
    installAddress: device.installAddress,
  }
}

/** A station measures at one point that carries its own name; a controller at those on its bus. */
function pointsOn(channelId: number, device: Device): PointRecord[] {
  const points = KINDS[device.kind].points?.(device.model)
  if (!points) {
    const codes = quantityCodesOf(device.kind, device.model)
    return [{ id: channelId, name: device.name, position: '', codes }]
  }
  return points.map(({ point, name, quantities }) => ({
    id: channelId * 100 + point,
    name,
    position: '',
    codes: codesOf(quantities),
  }))
}
