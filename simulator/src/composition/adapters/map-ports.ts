import { ABILITY_BITS } from '@backlot/contract/capabilities'
import type { NearPort } from '../../areas/map-dispatch/map-dispatch-area.ts'
import type { FenceEvent, FencePositionsPort, FenceTargetsPort } from '../../areas/map-drawings/ports.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Directory } from '../../fleet/directory.ts'
import { isUnit } from '../../fleet/is-unit.ts'
import type { AlarmDraft } from '../../history/alarm-draft.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO = 0
const METRES_PER_DEGREE = 111_320

/** Ports of fences to the device directory. `nodeOf` answers the group that an account belongs to. */
export function createFencePorts(
  view: DirectoryView,
  directory: Directory,
  nodeOf: (userId: number) => number | undefined,
): { targets: FenceTargetsPort; positions: FencePositionsPort } {
  return {
    targets: {
      mayUse: (sn, scope) => view.mayUse(sn, scope),
      hasGroup: (groupId, scope) => directory.group(groupId) !== undefined && view.inScope(groupId, scope),
    },
    positions: {
      slotLimit: () => directory.slotLimit(),
      columns: () => directory.columns(),
      movingSn(slot) {
        const device = directory.device(slot)
        return device && isUnit(device) ? device.sn : undefined
      },
      within: ({ west, south, east, north }) => directory.within(west, south, east, north),
      covers({ ownerId, fence }, slot) {
        const device = directory.device(slot)
        const nodeId = nodeOf(ownerId)
        if (!device || nodeId === undefined) return false
        if (!view.inScope(device.groupId, { rootGroupIds: [nodeId] })) return false
        const { sns, groupIds } = fence
        if (sns.length === 0 && groupIds.length === 0) return true
        if (sns.includes(device.sn)) return true
        const rootGroupIds = groupIds.filter((id) => id === 0 || directory.group(id))
        return rootGroupIds.length > 0 && view.inScope(device.groupId, { rootGroupIds })
      },
      onRemoved: (listener) =>
        directory.onChange((change) => {
          if (change.kind === 'deviceRemoved') listener(change.device.slot)
        }),
    },
  }
}

/** The alarm of a border that was crossed: over as it begins, raised by the platform. */
export function fenceAlarm({ sn, kind, fence, atMs, ...place }: FenceEvent): AlarmDraft {
  return {
    sn,
    chnId: 0,
    alarmSeq: `fence-${fence.id}-${kind}-${Math.round(atMs)}`,
    type: 'VehicleAlarm',
    state: 2,
    subType: kind === 'enter' ? 'GeofenceIn' : 'GeofenceOut',
    alarmSource: 0,
    startMs: atMs,
    endMs: atMs,
    start: place,
    end: place,
    monitorName: fence.name,
  }
}

/** Cameras and units around a place. */
export function createNearPort(view: DirectoryView, directory: Directory): NearPort {
  return {
    around({ longitude, latitude }, { kind, withinM, most, scope }) {
      const perLongitude = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
      const [dx, dy] = [withinM / perLongitude, withinM / METRES_PER_DEGREE]
      const columns = directory.columns()
      const found: { slot: number; straightM: number }[] = []
      for (const slot of directory.within(longitude - dx, latitude - dy, longitude + dx, latitude + dy)) {
        const straightM = Math.hypot(
          (columns.longitude[slot]! - longitude) * perLongitude,
          (columns.latitude[slot]! - latitude) * METRES_PER_DEGREE,
        )
        const device = directory.device(slot)
        if (!device || straightM > withinM || !view.inScope(device.groupId, scope)) continue
        const moves = isUnit(device)
        const wanted =
          kind === 'unit'
            ? moves && directory.isOnline(slot)
            : !moves && !KINDS[device.kind].room && (device.ability & ABILITY_BITS.video) !== 0
        if (wanted) found.push({ slot, straightM })
      }
      found.sort((a, b) => a.straightM - b.straightM)
      return found.slice(0, most).map(({ slot, straightM }) => {
        const { sn, name } = directory.device(slot)!
        const { longitude: east = 0, latitude: north = 0 } = view.state(sn)
        const lost = directory.lostChannels(slot)
        const isShown = (channel: { type: number; chnId: number }) =>
          channel.type === VIDEO && !lost.has(channel.chnId)
        const chnId = directory.channelsOf(slot).find(isShown)?.chnId
        return {
          sn,
          name,
          longitude: east,
          latitude: north,
          online: directory.isOnline(slot),
          straightM,
          ...(chnId === undefined ? {} : { chnId }),
        }
      })
    },
  }
}
