import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { Uplink, UplinkStats } from '../../fleet/uplinks/uplink.ts'
import type { Disposal } from '../../kernel/disposal.ts'

export type UplinkPool<Kind extends Uplink = Uplink> = {
  count(): number
  stats(): UplinkStats[]
  of(sn: string): Kind | undefined
}

/**
 * Keeps one uplink for each device of our fleet that `speaks`; devices that come and go while the platform runs are
 * followed. `create` answers undefined for a device that cannot speak.
 */
export function createUplinkPool<Kind extends Uplink>(
  deps: { directory: Directory; speaks(device: Device): boolean; create(device: Device): Kind | undefined },
  disposal: Disposal,
): UplinkPool<Kind> {
  const { directory } = deps
  const uplinks = new Map<string, Kind>()
  const add = (device: Device): void => {
    const { sn, foreign } = device
    if (foreign || uplinks.has(sn) || !deps.speaks(device)) return
    const uplink = deps.create(device)
    if (!uplink) return
    uplinks.set(sn, uplink)
    uplink.start()
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) add(device)
  }
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded') add(change.device)
      if (change.kind !== 'deviceRemoved') return
      uplinks.get(change.device.sn)?.stop()
      uplinks.delete(change.device.sn)
    }),
  )
  disposal.defer(() => {
    for (const uplink of uplinks.values()) uplink.stop()
  })
  return {
    count: () => uplinks.size,
    stats: () => [...uplinks.values()].map((uplink) => uplink.stats()),
    of: (sn) => uplinks.get(sn),
  }
}

/** Whether a device connects to the platform over a wire whose devices have this protocol. */
export const speaksOver =
  (protocolType: number) =>
  (device: Device): boolean =>
    device.wire === true && device.protocolType === protocolType
