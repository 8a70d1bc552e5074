import { createFavouritesArea } from '../../areas/favourites/favourites-area.ts'
import { createLogsArea, type LogsArea } from '../../areas/logs/logs-area.ts'
import { createSessionArea, type SessionArea } from '../../areas/session/session-area.ts'
import { AccountRepository } from '../../areas/users/account-repository.ts'
import type { NodePort } from '../../areas/users/ports.ts'
import { createUsersArea } from '../../areas/users/users-area.ts'
import { createWorkspacesArea } from '../../areas/workspaces/workspaces-area.ts'
import type { Route } from '../../calls/route.ts'
import type { Directory } from '../../fleet/directory.ts'
import { createLoggedDevices, visibleUsers } from '../adapters/log-ports.ts'
import { createAccountsPort } from '../adapters/session-accounts.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import { createWorkspaceAccounts } from '../adapters/workspace-accounts.ts'
import type { AreasDeps } from './areas-deps.ts'

export type AccountAreas = {
  routes: Route[]
  accounts: AccountRepository
  nodes: NodePort
  session: SessionArea
  logs: LogsArea
}

/**
 * Users of the platform: accounts and roles, sessions, favourites, workspaces, and the logs of their actions. `endOpen` ends what a
 * session has begun with rights that it no longer has.
 */
export function createAccounts(deps: AreasDeps, endOpen: (sessionId: string) => void): AccountAreas {
  const { store, log, publisher, settings, fleet } = deps
  const { view } = deps.records
  const { platform: clock, host, reported } = deps.clocks
  const accounts = new AccountRepository(store)
  const nodes: NodePort = {
    groupName: (groupId) => view.group(groupId)?.name,
    groupWithin: (inner, outer) => outer === 0 || view.inScope(inner, { rootGroupIds: [outer] }),
  }
  const session = createSessionArea({
    store,
    log,
    platformClock: clock,
    hostClock: reported.host,
    platformNow: reported.platformNow,
    publisher,
    ...createAccountsPort(store, accounts, settings),
    systemName: settings.systemName,
    idleMinutes: settings.idleMinutes,
    passwordValidDays: settings.passwordValidDays,
  })
  session.repository.onEnd(({ sessionId }) => {
    if (sessionId !== undefined) endOpen(sessionId)
  })
  const endAllOpen = (userId: number) => {
    for (const sessionId of session.repository.openIds(userId)) endOpen(sessionId)
  }
  onLostSight(fleet.directory, accounts, nodes, endAllOpen)
  const users = createUsersArea({
    store,
    repository: accounts,
    clock,
    hostClock: host,
    passwordDigest: settings.passwordDigest,
    nodes,
    sessions: {
      endAll: session.endAll,
      permissionChanged(userId) {
        endAllOpen(userId)
        publisher.account(userId, 'permissionChanged')
      },
      openCount: (userId) => session.repository.count(userId),
      isLocked: (loginName) => session.lockouts.remainingMs(loginName) > 0,
      unlock: (loginName) => session.lockouts.clear(loginName),
    },
  })
  const logs = createLogsArea({
    store,
    log,
    clock,
    host,
    readers: visibleUsers(accounts),
    devices: createLoggedDevices(view),
    past: deps.alarmPast,
  })
  const favourites = createFavouritesArea({ store, devices: createVisibleDevices(view, fleet.directory) })
  const workspaces = createWorkspacesArea({ store, accounts: createWorkspaceAccounts(accounts) })
  return {
    routes: [session, users, favourites, workspaces, logs].flatMap(({ routes }) => routes),
    accounts,
    nodes,
    session,
    logs,
  }
}

/** Calls back with each account out of whose groups a device or group has moved. */
function onLostSight(
  directory: Directory,
  accounts: AccountRepository,
  { groupWithin }: NodePort,
  tell: (userId: number) => void,
): void {
  const losers = new Set<number>()
  directory.onChange((change) => {
    const move =
      change.kind === 'deviceMoved'
        ? { from: change.fromGroupId, to: change.device.groupId }
        : change.kind === 'groupMoved'
          ? { from: change.fromParentId, to: change.group.id }
          : undefined
    if (!move) return
    // One call may move many devices.
    if (losers.size === 0)
      queueMicrotask(() => {
        for (const userId of losers) tell(userId)
        losers.clear()
      })
    for (const { userId, nodeId } of accounts.accounts())
      if (groupWithin(move.from, nodeId) && !groupWithin(move.to, nodeId)) losers.add(userId)
  })
}
