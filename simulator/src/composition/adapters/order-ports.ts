import { ACCESS } from '@backlot/contract/access'
import type { Database } from 'better-sqlite3'
import { type AlarmRow, alarmResources } from '../../areas/alarms/alarm-row.ts'
import type { Tally } from '../../areas/alarms/columns/tally.ts'
import type { TallyAsked } from '../../areas/alarms/query/alarm-tally.ts'
import { prepared } from '../../areas/shared/prepared.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import type { OrderAccountsPort, OrderAlarmsPort, OrderScopePort } from '../../areas/work-orders/ports.ts'
import { isGranted } from '../../calls/access-check.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { DirectoryView } from './directory-view.ts'

/** Ports of work orders to the device directory, the accounts and the alarms. `nowMs`: platform time. */
export function createOrderPorts(deps: {
  db: Database
  view: DirectoryView
  accounts: AccountRepository
  /** Function mask of accounts that have none of their own. */
  systemFunction: number
  nowMs: () => number
  /** How many alarms began in a span, in parts, by group and by kind. */
  tally(asked: TallyAsked): Promise<Tally>
}): { scope: OrderScopePort; accounts: OrderAccountsPort; alarms: OrderAlarmsPort } {
  const { db, view, accounts } = deps
  const scope: OrderScopePort = {
    groupIdsIn: (intervals) => (isEverything(intervals) ? undefined : view.groupIdsIn(intervals)),
    groupIdsBelow: (groupId) => view.groupIdsBelow(groupId),
    inScope: (groupId, intervals) => isEverything(intervals) || view.inScope(groupId, intervals),
    groupName: (groupId) => view.group(groupId)?.name,
    device(sn, intervals) {
      const device = view.mayUse(sn, intervals) ? view.device(sn) : undefined
      return device && { name: device.name, groupId: device.groupId }
    },
  }
  /** Accounts that may handle orders, by the root group of their scope. */
  const handlers = (seesFrom: (nodeId: number) => boolean) =>
    accounts.accounts().flatMap((account) => {
      const { userId, name, loginName, locked, nodeId } = account
      const granted = isGranted(ACCESS.handleOrders, {
        permission: new Set(accounts.permission(account)),
        systemFunction: account.systemFunction ?? deps.systemFunction,
      })
      return granted && !locked && seesFrom(nodeId) ? [{ userId, name, loginName }] : []
    })
  return {
    scope,
    accounts: {
      handlersOf: (groupId) => handlers((nodeId) => scope.inScope(groupId, { rootGroupIds: [nodeId] })),
      handlersIn: (intervals) =>
        handlers(
          (nodeId) =>
            scope.inScope(nodeId, intervals) ||
            intervals.rootGroupIds.some((root) => scope.inScope(root, { rootGroupIds: [nodeId] })),
        ),
    },
    alarms: {
      alarms(ids, intervals, language) {
        const rows = prepared(
          db,
          `SELECT * FROM alarms WHERE id IN (SELECT value FROM json_each(?)) AND start_ms <= ? ORDER BY start_ms, id`,
        ).all(JSON.stringify(ids), deps.nowMs()) as AlarmRow[]
        return rows
          .filter((row) => scope.inScope(row.group_id, intervals))
          .map((row) => ({
            id: row.id,
            sn: row.sn,
            alarmSeq: row.alarm_seq,
            type: row.type,
            subType: row.sub_type,
            devName: language === 'en' ? row.dev_name_en : row.dev_name_zh,
            startTime: Math.floor(row.start_ms / 1000),
            processingType: row.processing_type,
            picture: alarmResources(row).find(({ type }) => type === 1)?.url,
          }))
      },
      async sums(asked) {
        const { groups, ...tally } = await deps.tally(asked)
        return { ...tally, groups: new Map(groups), withOrder: countWithOrder(db, asked) }
      },
    },
  }
}

/** Of the alarms that began in a span: those that have an order. Few alarms have one, so they are gone through. */
function countWithOrder(
  db: Database,
  { fromMs, toMs, groupIds }: Parameters<OrderAlarmsPort['sums']>[0],
): number {
  const within = groupIds ? ' AND group_id IN (SELECT value FROM json_each(?))' : ''
  const count = prepared(
    db,
    `SELECT count(*) FROM work_order_alarms JOIN alarms ON alarms.id = alarm_id
     WHERE start_ms >= ? AND start_ms < ?${within}`,
  ).pluck()
  return count.get(fromMs, toMs, ...(groupIds ? [JSON.stringify(groupIds)] : [])) as number
}
