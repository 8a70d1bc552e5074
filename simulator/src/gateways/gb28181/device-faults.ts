import type { ClientFault } from '@backlot/contract/servers/constants'
import type { PlatformClock } from '../../kernel/clock.ts'

/** What went wrong last with a device; `detail` is what it said itself. */
export type GbFault = { atMs: number; code: ClientFault; detail: string }
export type GbFaults = {
  note(sn: string, code: ClientFault, detail?: string): void
  of(sn: string): GbFault | undefined
}

const DEVICES_MOST = 20_000
const DETAIL_CHARACTERS = 120

export function createGbFaults(clock: Pick<PlatformClock, 'now'>): GbFaults {
  const faults = new Map<string, GbFault>()
  return {
    note(sn, code, detail = '') {
      faults.delete(sn)
      faults.set(sn, { atMs: clock.now(), code, detail: detail.slice(0, DETAIL_CHARACTERS) })
      const oldest = faults.size > DEVICES_MOST ? faults.keys().next().value : undefined
      if (oldest !== undefined) faults.delete(oldest)
    },
    of: (sn) => faults.get(sn),
  }
}
