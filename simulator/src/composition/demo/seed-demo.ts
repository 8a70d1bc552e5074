import { DAY_MS } from '@backlot/contract/time'
import { newestFlags } from '../../areas/alarms/newest-flags.ts'
import { digestOf, type PasswordDigest, passwordMatches } from '../../areas/users/password.ts'
import { seedAccounts } from '../../areas/users/seed-accounts.ts'
import type { BuiltFleet } from '../../fleet/build-fleet.ts'
import type { Directory } from '../../fleet/directory.ts'
import { demoPersons } from '../../history/demo-persons.ts'
import type { IncidentRunner } from '../../history/incident-runner.ts'
import { DEFAULT_PASSWORD } from '../../kernel/defaults.ts'
import { isLoopbackHost } from '../../kernel/loopback-address.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { Store } from '../../store/store.ts'
import type { Areas } from '../areas/areas-deps.ts'
import type { Config } from '../config.ts'
import { seedPastOrders } from './past-orders.ts'
import { processPast } from './past-processing.ts'

/** Who may open it handles work orders. */
const ORDER_ROUTE = '/earlyWarningData/workOrderList'

/**
 * Puts the scenario's accounts into an empty platform, all with the configured password when one was given, and whom
 * cameras look for.
 */
export async function seedPeople(
  seed: number,
  store: Store,
  fleet: BuiltFleet,
  config: Config,
  digest: PasswordDigest,
): Promise<void> {
  const own = config.password !== DEFAULT_PASSWORD
  const users = fleet.users.map((user) => (own ? { ...user, password: config.password } : user))
  await seedAccounts(store, { roles: fleet.roles, users }, digest)
  await store.write('controlLists.seed', { persons: demoPersons(seed) })
}

/** Reachable from elsewhere, no account may have the password that everybody knows. Throws a StartError. */
export async function refuseDefaultPasswords(
  config: Config,
  areas: Areas,
  digest: PasswordDigest,
): Promise<void> {
  if (isLoopbackHost(config.host)) return
  const known = digestOf(DEFAULT_PASSWORD, digest)
  const open: string[] = []
  for (const account of areas.accounts.accounts()) {
    if (await passwordMatches(known, account.password)) open.push(account.loginName)
  }
  if (open.length === 0) return
  throw new StartError(
    `Refusing to listen on ${config.host}: ${open.join(', ')} still ${open.length === 1 ? 'has' : 'have'} the default password. Change it on 127.0.0.1 first, or use another --data folder with --password.`,
  )
}

/**
 * Brings the alarms up to now. The first time that is a week of them, most handled by the accounts that may, with their
 * work orders, and the flags of devices are those of the last day.
 */
export async function fillPast(deps: {
  seed: number
  store: Store
  areas: Areas
  directory: Directory
  runner: IncidentRunner
  zoneMinutes: number
}): Promise<void> {
  const { store, areas, directory } = deps
  const span = await deps.runner.backfill()
  if (!span.isFirst) return
  const { accounts: repository } = areas
  const operators = repository
    .accounts()
    .filter((account) => repository.permission(account).includes('/earlyWarningData/alarmList'))
  await processPast(store, deps.seed, operators, span)
  const handlers = operators.filter((account) => repository.permission(account).includes(ORDER_ROUTE))
  const people = handlers.map(({ userId, loginName, name, type, nodeId }) => {
    const intervals = directory.scopeOf([nodeId])
    const sees = (groupId: number) => nodeId === 0 || directory.isGroupInScope(intervals, groupId)
    return { userId, loginName, name, isAdministrator: type === 0, sees }
  })
  await seedPastOrders(store, deps.seed, people, { ...span, zoneMinutes: deps.zoneMinutes })
  const flags = newestFlags(store.read, { sinceMs: span.toMs - DAY_MS, atMs: span.toMs })
  await store.write('history.resetFlags', { flags: [...flags] })
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) directory.setAlarmFlag(slot, flags.get(device.sn) ?? 0)
  }
}
