import { ACCESS } from '@backlot/contract/access'
import type { Logger } from 'pino'
import { createAlarmPushArea } from '../../areas/alarm-push/alarm-push-area.ts'
import type { PushNetPort, PushScopePort, ToldPort } from '../../areas/alarm-push/ports.ts'
import { createAlarmTypesArea } from '../../areas/alarm-types/alarm-types-area.ts'
import type { TypeRepository } from '../../areas/alarm-types/type-repository.ts'
import { ALARM_TYPES } from '../../areas/alarms/alarm-types.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import { administered, mayChangeAccount } from '../../areas/users/administration.ts'
import type { NodePort } from '../../areas/users/ports.ts'
import type { Route } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { Store } from '../../store/store.ts'
import type { DirectoryView } from '../adapters/directory-view.ts'

/** The administration of alarms: their types and levels, shield lists, and push rules, joined with what they need. */
export function createAlarmAdmin(deps: {
  store: Store
  log: Logger
  clock: PlatformClock
  hostClock: HostClock
  publisher: Publisher
  view: DirectoryView
  accounts: AccountRepository
  nodes: Pick<NodePort, 'groupWithin'>
  sessions: { openIds(userId: number): readonly string[] }
  net: PushNetPort
  version: string
}): { routes: Route[]; types: TypeRepository; told: ToldPort; close(): Promise<void> } {
  const { store, clock, accounts, publisher } = deps
  const types = createAlarmTypesArea({
    store,
    clock,
    systemTypes: ALARM_TYPES,
    accounts: {
      administered(userId) {
        const viewer = accounts.byId(userId)
        if (!viewer) return []
        return administered(accounts, viewer).map((account) => ({
          userId: account.userId,
          loginName: account.loginName,
          name: account.name,
          roleName: accounts.role(account.roleId)?.name ?? '',
          refused: mayChangeAccount(accounts, deps.nodes, viewer, account) ? null : ('tooStrong' as const),
        }))
      },
    },
    uses: { pushRules: (keys) => push.repository.naming(keys) },
    notices: {
      typesChanged: () => publisher.alarmTypesChanged(),
      shieldChanged(userId) {
        for (const sessionId of deps.sessions.openIds(userId)) {
          publisher.toSession(sessionId, { type: 'alarmTypes', changed: 'shield' })
        }
      },
    },
  })
  const push = createAlarmPushArea({
    store,
    log: deps.log,
    clock,
    hostClock: deps.hostClock,
    scope: pushScope(deps.view, accounts),
    types: types.repository,
    net: deps.net,
    version: deps.version,
  })
  return {
    routes: [...types.routes, ...push.routes],
    types: types.repository,
    told: push.told,
    close: () => push.close(),
  }
}

const PUSH_ROUTES = ACCESS.manageAlarmPush.kind === 'routes' ? ACCESS.manageAlarmPush.routes : []

/** What of the device tree an owner of rules may see, and whether the owner may push at all. */
function pushScope(view: DirectoryView, accounts: AccountRepository): PushScopePort {
  const inNode = (ownerId: number, groupId: number) => {
    const nodeId = accounts.byId(ownerId)?.nodeId
    return nodeId !== undefined && (nodeId === 0 || view.inScope(groupId, { rootGroupIds: [nodeId] }))
  }
  return {
    mayPush(ownerId) {
      const owner = accounts.byId(ownerId)
      if (!owner || owner.locked) return false
      return accounts.permission(owner).some((target) => PUSH_ROUTES.includes(target))
    },
    ownerName: (ownerId) => accounts.byId(ownerId)?.name ?? '',
    groupOf: (sn) => view.device(sn)?.groupId,
    covers(ownerId, groupId) {
      if (groupId === undefined) return accounts.byId(ownerId)?.nodeId === 0
      return (groupId === 0 || view.group(groupId) !== undefined) && inNode(ownerId, groupId)
    },
    isBelow(groupId, nodeIds) {
      const known = nodeIds.filter((id) => id === 0 || view.group(id) !== undefined)
      if (groupId === undefined || known.length === 0) return false
      return known.includes(0) || view.inScope(groupId, { rootGroupIds: known })
    },
    version: () => `${view.structureVersion()}.${accounts.version}`,
    deviceName(ownerId, sn) {
      const device = view.device(sn)
      return device && inNode(ownerId, device.groupId) ? device.name : undefined
    },
    groupName(ownerId, groupId) {
      const group = view.group(groupId)
      return group && inNode(ownerId, groupId) ? group.name : undefined
    },
  }
}
