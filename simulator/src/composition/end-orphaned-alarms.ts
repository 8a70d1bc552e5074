import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { Directory } from '../fleet/directory.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'
import { draftedFleet } from '../fleet/newcomer-fleet.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import type { City } from '../world/city/types.ts'

/** Serial numbers that have alarms: a look into the index for each, however many alarms there are. */
const SERIALS = `WITH RECURSIVE serials(sn) AS (
    SELECT min(sn) FROM alarms
    UNION ALL
    SELECT (SELECT min(sn) FROM alarms WHERE sn > serials.sn) FROM serials WHERE sn IS NOT NULL
  ) SELECT sn FROM serials WHERE sn IS NOT NULL`
const IS_OPEN = 'SELECT 1 FROM alarms WHERE sn = ? AND state = 1 AND start_ms <= ? LIMIT 1'

/**
 * Ends alarms in progress of devices that are no more: of a fleet that went at the moment it went, of others now. A
 * platform that is killed between the going of a fleet and its last writes leaves such alarms. Resolves when it is stored.
 */
export async function endOrphanedAlarms(deps: {
  seed: number
  city: City
  store: Store
  directory: Pick<Directory, 'slotOf'>
  fleets: Pick<FleetManager, 'spans'>
  repository: Pick<AlarmRepository, 'endOf'>
  clock: Pick<PlatformClock, 'now'>
}): Promise<void> {
  const { store, repository } = deps
  const nowMs = deps.clock.now()
  const isOpen = store.read.prepare(IS_OPEN).pluck()
  const serials = store.read.prepare(SERIALS).pluck().all() as string[]
  const orphans = new Set(serials.filter((sn) => deps.directory.slotOf(sn) === undefined))
  for (const sn of orphans) if (isOpen.get(sn, nowMs) === undefined) orphans.delete(sn)
  for (const span of deps.fleets.spans()) {
    if (orphans.size === 0) return
    if (span.untilMs > nowMs) continue
    const devices = draftedFleet(deps.seed, deps.city, span)
    const went: string[] = []
    for (let i = 0; i < span.spec.count; i++) {
      const { sn } = devices.at(i).spec
      if (orphans.delete(sn)) went.push(sn)
    }
    await repository.endOf(went, span.untilMs)
  }
  await repository.endOf([...orphans], nowMs)
}
