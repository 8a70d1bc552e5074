import { isOnline } from '../../areas/devices/tree-node.ts'
import type {
  StatisticsDevice,
  StatisticsDevicesPort,
  StatisticsGroup,
} from '../../areas/statistics/ports.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { DirectoryView } from './directory-view.ts'

/** Ports of statistics to the device directory. */
export function createStatisticsDevices(view: DirectoryView): StatisticsDevicesPort {
  const deviceOf = ({
    sn,
    name,
    groupId,
  }: {
    sn: string
    name: StatisticsDevice['name']
    groupId: number
  }) => ({
    sn,
    name,
    groupName: view.group(groupId)?.name ?? { zh: '', en: '' },
    online: isOnline(view.state(sn)),
  })
  const devicesIn = (groupIds: readonly number[]) =>
    groupIds.flatMap((groupId) => view.devicesIn(groupId).map(deviceOf))
  const groupOf = (groupId: number): StatisticsGroup[] => {
    const group = view.group(groupId)
    return group ? [{ nodeId: groupId, name: group.name }] : []
  }
  const topGroups = (scope: ScopeIntervals): number[] =>
    isEverything(scope) ? view.groupsIn(0).map(({ groupId }) => groupId) : [...scope.rootGroupIds]
  const seen = (groupId: number, scope: ScopeIntervals) =>
    view.group(groupId) !== undefined && view.inScope(groupId, scope)

  return {
    device(sn, scope) {
      const device = view.mayUse(sn, scope) ? view.device(sn) : undefined
      return device && deviceOf(device)
    },
    devicesBelow(nodeId, scope) {
      if (nodeId === undefined) return devicesIn(view.groupIdsIn(scope))
      return seen(nodeId, scope) ? devicesIn(view.groupIdsBelow(nodeId)) : undefined
    },
    groupsBelow(nodeId, scope) {
      if (nodeId !== undefined && !seen(nodeId, scope)) return undefined
      const tops = topGroups(scope)
      const above = nodeId ?? (tops.length === 1 ? tops[0] : undefined)
      if (above === undefined) return { groups: tops.flatMap(groupOf), own: undefined }
      const [node] = groupOf(above)
      return {
        groups: view.groupsIn(above).map(({ groupId, name }) => ({ nodeId: groupId, name })),
        own: node && { ...node, devices: devicesIn([above]) },
      }
    },
  }
}
