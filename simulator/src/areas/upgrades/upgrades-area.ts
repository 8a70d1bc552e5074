import {
  cancelUpgradeRun,
  listUpgradeRuns,
  startUpgradeRun,
  upgradeRun,
} from '@backlot/contract/upgrades/calls'
import type { RunDevice, UpgradeRun } from '@backlot/contract/upgrades/entities'
import { desc, eq, lte, sql } from 'drizzle-orm'
import { type Route, route } from '../../calls/route.ts'
import { EVERYTHING, type ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows } from '../shared/row-pages.ts'
import type { UpgradableDevice, UpgradeDevicesPort } from './ports.ts'
import { upgradeRunDevices, upgradeRuns } from './tables.ts'
import { versionRoutes } from './version-routes.ts'

type RunRow = typeof upgradeRuns.$inferSelect
type DeviceRow = Pick<typeof upgradeRunDevices.$inferSelect, 'sn' | 'refused'>

const WHOLE = 100
/** How far a device has come, 0 to 1: its download is one half, the installation the other. */
const shareOf = ({ state, progress }: Pick<RunDevice, 'state' | 'progress'>): number =>
  state === 'downloading' ? progress / WHOLE / 2 : state === 'upgrading' ? 0.5 + progress / WHOLE / 2 : 1
const isActive = ({ state }: Pick<RunDevice, 'state'>) => state === 'downloading' || state === 'upgrading'

/**
 * Versions of devices' software, and upgrades of many devices. The results of a run follow from the commands to its
 * devices.
 */
export function createUpgradesArea(deps: {
  store: Store
  clock: PlatformClock
  devices: UpgradeDevicesPort
  /** Folder of the versions' files. */
  folder: string
}): { routes: Route[]; versions(): string[] } {
  const { store, clock, devices } = deps
  const nowMs = () => Math.floor(clock.now())
  const query = queryBuilder(store.read)
  const runsUpTo = query
    .select()
    .from(upgradeRuns)
    .where(lte(upgradeRuns.startedMs, sql.placeholder('atMs')))
    .orderBy(desc(upgradeRuns.id))
    .prepare()
  const runs = () => runsUpTo.all({ atMs: nowMs() })
  const devicesOfRun = query
    .select({ sn: upgradeRunDevices.sn, refused: upgradeRunDevices.refused })
    .from(upgradeRunDevices)
    .where(eq(upgradeRunDevices.runId, sql.placeholder('runId')))
    .orderBy(upgradeRunDevices.sn)
    .prepare()
  const devicesOf = ({ id }: RunRow) => devicesOfRun.all({ runId: id })

  const standing = (run: RunRow, { sn, refused }: DeviceRow): Pick<RunDevice, 'state' | 'progress'> =>
    refused === '' ? devices.stateOf(sn, run.version, run.startedMs) : { state: refused, progress: 0 }
  /** Whether a run has devices that a caller does not see. */
  const isBeyond = (run: RunRow, scope: ScopeIntervals) =>
    !isEverything(scope) &&
    devicesOf(run).some(
      ({ sn }) => devices.find(sn, EVERYTHING) !== undefined && devices.find(sn, scope) === undefined,
    )
  const viewOf = (run: RunRow, scope: ScopeIntervals): UpgradeRun => {
    const all = devicesOf(run).map((device) => standing(run, device))
    const running = all.filter(isActive).length
    const succeeded = all.filter(({ state }) => state === 'succeeded').length
    return {
      id: run.id,
      name: run.name,
      version: run.version,
      state: running > 0 ? 'running' : run.cancelledMs !== null ? 'cancelled' : 'ended',
      creator: run.creator,
      startTime: Math.floor(run.startedMs / 1000),
      total: all.length,
      succeeded,
      failed: all.length - running - succeeded,
      running,
      downloading: all.filter(({ state }) => state === 'downloading').length,
      beyond: isBeyond(run, scope),
      progress: Math.floor((WHOLE * all.reduce((sum, device) => sum + shareOf(device), 0)) / all.length),
    }
  }
  const runOf = (id: number): RunRow => {
    const run = query.select().from(upgradeRuns).where(eq(upgradeRuns.id, id)).get()
    if (!run) throw refusal('notFound', 'upgradeRunNotFound', {}, 'id')
    return run
  }
  const using = (versionId: number) =>
    runs().filter((run) => run.versionId === versionId && viewOf(run, EVERYTHING).state === 'running').length

  const versions = versionRoutes({ ...deps, nowMs, using })

  const start = route(startUpgradeRun, async ({ body }, context) => {
    const version = versions.byId(body.versionId)
    if (!version) throw refusal('notFound', 'versionNotFound', {}, 'versionId')
    const wanted = [...new Set(body.sns)].map((sn) => {
      const device = devices.find(sn, context.caller.scope)
      if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sns')
      if (version.kind !== '' && version.kind !== device.kind) {
        throw refusal('conflict', 'versionKind', { sn }, 'sns')
      }
      return { sn, refused: reasonAgainst(device, version.version, devices.isBusy(sn)) }
    })
    const asked = wanted.filter(({ refused }) => refused === '')
    if (asked.length === 0) throw refusal('conflict', 'nothingToUpgrade', {}, 'sns')
    const atMs = nowMs()
    const { id } = await store.write('upgrades.addRun', {
      versionId: version.id,
      devices: wanted,
      actor: actorOf(context, atMs),
    })
    await Promise.all(asked.map(({ sn }) => devices.order(sn, atMs, version.version)))
    return { id, asked: asked.length }
  })

  const list = route(listUpgradeRuns, (input, { caller }) =>
    pageOfRows(runs(), input.query, (run) => viewOf(run, caller.scope)),
  )

  const detail = route(upgradeRun, (input, context) => {
    const run = runOf(input.query.id)
    return {
      run: viewOf(run, context.caller.scope),
      list: seen(run, context.caller.scope, languageOf(context.request.headers)),
    }
  })

  /** The devices of a run that somebody may see. */
  const seen = (run: RunRow, scope: ScopeIntervals, language: 'zh' | 'en'): RunDevice[] =>
    devicesOf(run).flatMap((row) => {
      const device = devices.find(row.sn, scope)
      if (!device) return []
      return [{ sn: row.sn, name: device.name[language], version: device.version, ...standing(run, row) }]
    })

  const cancel = route(cancelUpgradeRun, async ({ body }, context) => {
    const run = runOf(body.id)
    if (isBeyond(run, context.caller.scope)) throw refusal('notPermitted', 'upgradeRunBeyond', {}, 'id')
    const active = devicesOf(run).filter((row) => standing(run, row).state === 'downloading')
    if (active.length === 0) throw refusal('conflict', 'nothingToCancel')
    const atMs = nowMs()
    await store.write('upgrades.cancelRun', { id: run.id, actor: actorOf(context, atMs) })
    await Promise.all(active.map(({ sn }) => devices.giveUp(sn, atMs)))
    return { cancelled: active.length }
  })

  return { routes: [...versions.routes, start, list, detail, cancel], versions: versions.numbers }
}

/** Why a device is not asked; empty when it is. */
function reasonAgainst(device: UpgradableDevice, version: string, busy: boolean): DeviceRow['refused'] {
  if (!device.online) return 'offline'
  if (busy) return 'busy'
  return device.version === version ? 'same' : ''
}
