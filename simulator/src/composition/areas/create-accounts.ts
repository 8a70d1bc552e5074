import { createFavouritesArea } from '../../areas/favourites/favourites-area.ts'
import { createLogsArea, type LogsArea } from '../../areas/logs/logs-area.ts'
import { createSessionArea, type SessionArea } from '../../areas/session/session-area.ts'
import { AccountRepository } from '../../areas/users/account-repository.ts'
import type { NodePort } from '../../areas/users/ports.ts'
import { createUsersArea } from '../../areas/users/users-area.ts'
import type { Route } from '../../calls/route.ts'
import { createLoggedDevices, visibleUsers } from '../adapters/log-ports.ts'
import { createAccountsPort } from '../adapters/session-accounts.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import type { AreasDeps } from './areas-deps.ts'

export type AccountAreas = {
  routes: Route[]
  accounts: AccountRepository
  nodes: NodePort
  session: SessionArea
  logs: LogsArea
}

/** Users of the platform: accounts and roles, sessions, favourites, and the logs of their actions. */
export function createAccounts(deps: AreasDeps): AccountAreas {
  const { store, log, publisher, settings, media, fleet } = deps
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
    if (sessionId !== undefined) media.live.revokeSession(sessionId)
  })
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
        // Open streams were opened with the account's earlier permissions.
        for (const sessionId of session.repository.openIds(userId)) media.live.revokeSession(sessionId)
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
  return {
    routes: [...session.routes, ...users.routes, ...favourites.routes, ...logs.routes],
    accounts,
    nodes,
    session,
    logs,
  }
}
