import { LIMITS } from '@backlot/contract/limits'
import type { StatesPort } from '../../areas/servers/device-states.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { Directory } from '../../fleet/directory.ts'
import { isUnit } from '../../fleet/is-unit.ts'
import type { DirectoryView } from './directory-view.ts'

/** Devices with their present state, of the directory. `nowMs` is platform time. */
export function createStatesPort(
  view: DirectoryView,
  directory: Directory,
  nowMs: () => number,
  connection: StatesPort['connection'],
): StatesPort {
  const slotsOf = (scope: ScopeIntervals, nodeId: number | undefined): Iterable<number> => {
    if (!nodeId) return directory.slotsInScope(directory.scopeOf(scope.rootGroupIds))
    const may = view.inScope(nodeId, scope) || isEverything(scope)
    return may ? directory.slotsInScope(directory.scopeOf([nodeId])) : []
  }
  return {
    version: () => directory.treeVersion(),
    *devices(scope, nodeId) {
      for (const slot of slotsOf(scope, nodeId)) {
        const device = directory.device(slot)
        if (device) yield device
      }
    },
    isOnline: (slot) => directory.isOnline(slot),
    state(device) {
      const { longitude, latitude, locationTimeMs, alarmFlg } = directory.state(device.slot)
      const locatedMs = longitude === 0 && latitude === 0 ? undefined : locationTimeMs
      const isStale = locatedMs === undefined || nowMs() - locatedMs > LIMITS.gpsLostAfterMs
      return { alarmFlg, locatedMs, gpsLost: isUnit(device) && isStale }
    },
    channels: (slot) => directory.channelsOf(slot).length,
    counts(scope) {
      let [total, online, alarm] = [0, 0, 0]
      for (const slot of slotsOf(scope, undefined)) {
        total++
        if (directory.isOnline(slot)) online++
        if (directory.state(slot).alarmFlg === 1) alarm++
      }
      return { total, online, alarm }
    },
    groupName: (groupId, language) => view.group(groupId)?.name[language] ?? '',
    connection,
  }
}
