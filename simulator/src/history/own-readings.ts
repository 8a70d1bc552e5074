import type { DeviceCommand } from '../devices/commands.ts'
import { KINDS } from '../devices/kinds.ts'
import { LATE_AFTER_MS, reportMoments } from '../devices/report-times.ts'
import { isSilentAt } from '../devices/silence.ts'
import { quantitiesOf } from '../devices/station-models.ts'
import { stationReportAt } from '../devices/station-reports.ts'
import type { Device } from '../fleet/device.ts'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { World } from '../world/types.ts'
import type { ReadingRow } from './history.ts'
import { createOnlineWalk } from './span-walk.ts'

/**
 * Reports of one of our own stations in [fromMs, toMs) that had arrived by `nowMs`: of each stretch of `everyMs` the
 * last one. Readings of an offline or silent station were not received.
 */
export function ownReadings(
  world: World,
  device: Device,
  commands: readonly DeviceCommand[],
  span: { fromMs: number; toMs: number; everyMs: number; nowMs: number },
): ReadingRow[] {
  const quantities = quantitiesOf(device.kind, device.model)
  if (quantities.length === 0) return []
  const codes = quantities.map((quantity) => QUANTITY_DICTIONARY[quantity].code)
  const station = { ...device, seed: world.seed, commands }
  const { fromMs, toMs, everyMs, nowMs } = span
  const isOnline = createOnlineWalk(world.seed, device.entity, fromMs, toMs, commands)
  const rows: ReadingRow[] = []
  const take = (momentMs: number) => {
    const report = stationReportAt(world.air, station, momentMs)
    if (report.receivedMs > nowMs) return
    const marked = report.flag === undefined ? {} : { flag: report.flag }
    rows.push({
      atMs: report.atMs,
      values: quantities.flatMap((quantity, i) =>
        report.absent?.has(quantity)
          ? []
          : [{ quantity, code: codes[i]!, value: report.values[i]!, ...marked }],
      ),
      late: report.receivedMs - momentMs > LATE_AFTER_MS,
    })
  }
  let lastMs: number | undefined
  for (const momentMs of reportMoments(station, fromMs, toMs, KINDS[device.kind].reportMs)) {
    if (!isOnline(momentMs) || isSilentAt(commands, momentMs)) continue
    const opensNext = lastMs !== undefined && Math.floor(momentMs / everyMs) !== Math.floor(lastMs / everyMs)
    if (opensNext) take(lastMs!)
    lastMs = momentMs
  }
  if (lastMs !== undefined) take(lastMs)
  return rows
}
