import type { PlatformClock } from '../../kernel/clock.ts'

/** What went wrong last with each device. */
export type GbFaults = {
  /** `what` is a sentence for people. */
  note(sn: string, what: string): void
  of(sn: string): { atMs: number; what: string } | undefined
}

const DEVICES_MOST = 20_000

export function createGbFaults(clock: Pick<PlatformClock, 'now'>): GbFaults {
  const faults = new Map<string, { atMs: number; what: string }>()
  return {
    note(sn, what) {
      faults.delete(sn)
      faults.set(sn, { atMs: clock.now(), what })
      const oldest = faults.size > DEVICES_MOST ? faults.keys().next().value : undefined
      if (oldest !== undefined) faults.delete(oldest)
    },
    of: (sn) => faults.get(sn),
  }
}
