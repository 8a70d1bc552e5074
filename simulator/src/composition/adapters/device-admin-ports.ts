import type { AccountsPort, RegisterPort } from '../../areas/device-admin/ports.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DirectoryView } from './directory-view.ts'

/** The directory as administrators of devices see it. */
export function createRegister(view: DirectoryView, directory: Directory): RegisterPort {
  return {
    treeVersion: () => directory.treeVersion(),
    *devices(scope, groupId) {
      const wanted = groupId === undefined ? scope.rootGroupIds : [groupId]
      for (const slot of directory.slotsInScope(directory.scopeOf(wanted))) {
        const device = directory.device(slot)
        if (device) yield device
      }
    },
    device: (sn) => directory.deviceBySn(sn),
    isOnline: (slot) => directory.isOnline(slot),
    position(slot) {
      const { longitude, latitude } = directory.state(slot)
      return longitude === 0 && latitude === 0 ? undefined : { longitude, latitude }
    },
    channels: (slot) => directory.channelsOf(slot),
    group: (id) => directory.group(id),
    groups: () => directory.groupsInOrder(),
    groupChildren: (id) => directory.groupChildren(id),
    groupPath: (id) => directory.groupPath(id),
    countBelow: (id) => directory.countBelow(id).total,
    inScope: (groupId, scope) => view.inScope(groupId, scope),
  }
}

/** Accounts as groups need them. */
export function createBoundAccounts(
  accounts: () => readonly { loginName: string; nodeId: number }[],
): AccountsPort {
  return {
    boundTo: (groupId) =>
      accounts()
        .filter(({ nodeId }) => nodeId === groupId)
        .map(({ loginName }) => loginName),
  }
}
