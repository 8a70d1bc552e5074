import { ACCESS } from '@backlot/contract/access'
import { createAlarmPushArea } from '../../areas/alarm-push/alarm-push-area.ts'
import type { PushScopePort } from '../../areas/alarm-push/ports.ts'
import { RuleRepository } from '../../areas/alarm-push/rule-repository.ts'
import { createAlarmTypesArea } from '../../areas/alarm-types/alarm-types-area.ts'
import { TypeRepository } from '../../areas/alarm-types/type-repository.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import { administered, mayChangeAccount } from '../../areas/users/administration.ts'
import type { Route } from '../../calls/route.ts'
import { ALARM_TYPES } from '../../history/alarm-types/alarm-types.ts'
import type { DirectoryView } from '../adapters/directory-view.ts'
import type { AreasDeps } from './areas-deps.ts'
import type { AccountAreas } from './create-accounts.ts'

/**
 * The administration of alarms: their types and levels, shield lists, and push rules, joined with their dependencies.
 */
export function createAlarmAdmin(
  deps: AreasDeps,
  { accounts, nodes, session }: Pick<AccountAreas, 'accounts' | 'nodes' | 'session'>,
): { routes: Route[]; types: TypeRepository; close(): Promise<void> } {
  const { store, log, publisher, records } = deps
  const { platform: clock, host: hostClock } = deps.clocks
  const types = new TypeRepository(store, ALARM_TYPES)
  const scope = pushScope(records.view, accounts)
  const rules = new RuleRepository(store, { scope, types })
  const typesArea = createAlarmTypesArea({
    store,
    clock,
    repository: types,
    accounts: {
      administered(userId) {
        const viewer = accounts.byId(userId)
        if (!viewer) return []
        return administered(accounts, viewer).map((account) => ({
          userId: account.userId,
          loginName: account.loginName,
          name: account.name,
          roleName: accounts.role(account.roleId)?.name ?? '',
          refused: mayChangeAccount(accounts, nodes, viewer, account) ? null : ('tooStrong' as const),
        }))
      },
    },
    uses: { pushRules: (keys) => rules.naming(keys) },
    notices: {
      typesChanged: () => publisher.alarmTypesChanged(),
      shieldChanged(userId) {
        for (const sessionId of session.repository.openIds(userId)) {
          publisher.toSession(sessionId, { type: 'alarmTypes', changed: 'shield' })
        }
      },
    },
  })
  const push = createAlarmPushArea({
    store,
    log,
    clock,
    hostClock,
    scope,
    repository: rules,
    net: deps.servers.push,
    version: deps.version,
  })
  records.alarms.onChange(push.notify)
  return { routes: [...typesArea.routes, ...push.routes], types, close: push.close }
}

const PUSH_ROUTES = ACCESS.manageAlarmPush.kind === 'routes' ? ACCESS.manageAlarmPush.routes : []

/** Part of the device tree that an owner of rules may see, and whether the owner may push at all. */
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
