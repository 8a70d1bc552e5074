import { KINDS } from '../devices/kinds.ts'
import { POWER_CUT_MS, powerCuts } from '../devices/mains.ts'
import type { DeviceFaults } from '../faults/device-faults.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { PlatformClock } from '../kernel/clock.ts'

type RaisedAlarm = { sn: string; chnId: number; alarmSeq: string; type: string; subType?: string }

/**
 * Cuts the power of the devices that alarms PowerLoss are about, for POWER_CUT_MS from now on the platform's clock.
 * Devices with a battery continue; one that is cut already is not cut again. Resolves when the cuts are in effect.
 */
export function createPowerCutter(deps: {
  directory: Pick<Directory, 'deviceBySn'>
  commands: Pick<CommandLog, 'commandsOf'>
  devices: Pick<DeviceFaults, 'act'>
  clock: Pick<PlatformClock, 'now'>
}): (alarms: readonly RaisedAlarm[]) => Promise<void> {
  /** Cuts that are being stored. */
  const underWay = new Set<string>()
  return async (alarms) => {
    const atMs = deps.clock.now()
    const cuts = new Map<string, RaisedAlarm>()
    for (const alarm of alarms) {
      if (alarm.type !== 'DeviceAlarm' || alarm.subType !== 'PowerLoss' || underWay.has(alarm.sn)) continue
      const device = deps.directory.deviceBySn(alarm.sn)
      if (!device || device.foreign || !KINDS[device.kind].onMains) continue
      const isCut = powerCuts(deps.commands.commandsOf(alarm.sn)).some(
        ({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs,
      )
      if (isCut) continue
      underWay.add(alarm.sn)
      cuts.set(alarm.sn, alarm)
    }
    if (cuts.size === 0) return
    try {
      await deps.devices.act(
        [...cuts.values()].map(({ sn, chnId, alarmSeq }) => ({
          sn,
          action: { kind: 'powerCut', forMs: POWER_CUT_MS, alarmSeq, chnId },
        })),
      )
    } finally {
      for (const sn of cuts.keys()) underWay.delete(sn)
    }
  }
}
