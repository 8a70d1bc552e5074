import { LIMITS } from '@backlot/contract/limits'
import type { ScopeIntervals } from '../fleet/scope.ts'
import { isOnline } from './devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'
import { isEverything } from './scope-key.ts'
import type { StateRecord, StatesPort } from './servers/device-states.ts'

/** Devices with their present state, of the directory. `nowMs` is platform time. */
export function createStatesPort(
  view: DirectoryView,
  nowMs: () => number,
  connection: StatesPort['connection'],
): StatesPort {
  const recordOf = (device: ReturnType<DirectoryView['devicesIn']>[number]): StateRecord => {
    const state = view.state(device.sn)
    const { longitude, locatedMs } = state
    const isStale = locatedMs === undefined || nowMs() - locatedMs > LIMITS.gpsLostAfterMs
    return {
      sn: device.sn,
      name: device.name,
      groupId: device.groupId,
      kind: device.kind,
      protocolType: device.protocolType,
      channels: device.channels.length,
      online: isOnline(state),
      alarmFlg: state.alarmFlg,
      locatedMs,
      gpsLost: device.moves && (longitude === undefined || isStale),
    }
  }
  const groupIds = (scope: ScopeIntervals, nodeId: number | undefined): readonly number[] => {
    if (nodeId === undefined || nodeId === 0) return view.groupIdsIn(scope)
    return view.inScope(nodeId, scope) || isEverything(scope) ? view.groupIdsBelow(nodeId) : []
  }
  return {
    *devices(scope, nodeId) {
      for (const groupId of groupIds(scope, nodeId)) {
        for (const device of view.devicesIn(groupId)) yield recordOf(device)
      }
    },
    counts(scope) {
      let [total, online, alarm] = [0, 0, 0]
      for (const groupId of groupIds(scope, undefined)) {
        for (const { sn } of view.devicesIn(groupId)) {
          const state = view.state(sn)
          total++
          if (isOnline(state)) online++
          if (state.alarmFlg === 1) alarm++
        }
      }
      return { total, online, alarm }
    },
    groupName: (groupId, language) => view.group(groupId)?.name[language] ?? '',
    connection,
  }
}
