import type { LoggedDevicesPort, ReadersPort } from '../../areas/logs/ports.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import { administersAll, isEverything } from '../../calls/scope-key.ts'
import type { DirectoryView } from './directory-view.ts'

/** Devices that a part of a name finds, at most. */
const NAMED_MAX = 500

/** Devices as the logs name and scope them. */
export function createLoggedDevices(view: DirectoryView): LoggedDevicesPort {
  return {
    names(sn, language) {
      const device = view.device(sn)
      const group = device && view.group(device.groupId)
      return { devName: device?.name[language] ?? '', groupName: group?.name[language] ?? '' }
    },
    called(action, target, language) {
      const isOfGroup = action.startsWith('deviceAdmin.') && action.endsWith('Group')
      return (isOfGroup ? view.group(Number(target)) : view.device(target))?.name[language]
    },
    named(part, language) {
      const wanted = part.toLowerCase()
      const found: string[] = []
      for (const { sn, name } of view.devices()) {
        if (name[language].toLowerCase().includes(wanted)) found.push(sn)
        if (found.length === NAMED_MAX) break
      }
      return found
    },
    groupIds(scope, nodeId) {
      const everything = isEverything(scope)
      if (nodeId === undefined || nodeId === 0) return everything ? undefined : view.groupIdsIn(scope)
      if (!everything && !view.inScope(nodeId, scope)) return []
      return view.groupIdsBelow(nodeId)
    },
  }
}

/** Whose actions an account may see: everybody's for type 0 without bounds, else its own and those of its sub-accounts. */
export function visibleUsers(repository: AccountRepository): ReadersPort {
  return {
    visibleUserIds: (caller) =>
      administersAll(caller) ? undefined : repository.withSubAccounts(caller.userId),
  }
}
