import { MINUTE_MS } from '@backlot/contract/time'
import type { LogsArea } from '../../areas/logs/logs-area.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DeviceIngest } from '../../gateways/ingest.ts'
import type { HostClock } from '../../kernel/clock.ts'

/**
 * A device that repeats something is logged once a minute, with the count; so is an address for whose new devices there
 * is no room.
 */
const AGAIN_MS = MINUTE_MS
const KEPT_MAX = 10_000

/** An ingest whose gateways' problems with devices go into the device log: refused devices, and broken packets. */
export function loggedIngest<Given extends DeviceIngest>(
  ingest: Given,
  logs: Pick<LogsArea, 'device'>,
  directory: Directory,
  host: HostClock,
): Given {
  const last = new Map<string, { atMs: number; times: number }>()
  const tell = (
    event: 'refused' | 'badPacket',
    sn: string,
    detail: Readonly<Record<string, unknown>>,
    key = `${event} ${sn}`,
  ) => {
    const before = last.get(key)
    if (before && host.now() - before.atMs < AGAIN_MS) {
      before.times++
      return
    }
    if (last.size >= KEPT_MAX) last.clear()
    last.set(key, { atMs: host.now(), times: 0 })
    const groupId = directory.deviceBySn(sn)?.groupId ?? 0
    const times = before && before.times > 0 ? { before: before.times } : {}
    logs.device(event, { sn, groupId }, { level: 1, detail: { ...detail, ...times } })
  }
  return {
    ...ingest,
    async admit(claim, atMs) {
      const admission = await ingest.admit(claim, atMs)
      if (!('refused' in admission)) return admission
      const { refused: reason } = admission
      if (reason === 'full') tell('refused', claim.sn, { reason, address: claim.from }, `full ${claim.from}`)
      else tell('refused', claim.sn, { reason })
      return admission
    },
    packet(sn, packet) {
      if (packet.problem !== undefined) tell('badPacket', sn, { problem: packet.problem })
      ingest.packet(sn, packet)
    },
  }
}
