/** Alarms of devices that report which ones hold, again and again: raised once, ended when they hold no more. */
import type { DeviceIngest, ReceivedAlarm } from './ingest.ts'

export type HeldAlarm = { type: string; subType: string }
type OpenAlarm = HeldAlarm & { atMs: number; alarmSeq: string }

/** Devices whose alarms are remembered; of the others the database is asked. */
const DEVICES_MAX = 10_000

export class StateAlarms {
  readonly #prefix: string
  readonly #ingest: Pick<DeviceIngest, 'alarm' | 'openAlarm'>
  /** Of each device the alarms that hold, by their names. */
  readonly #open = new Map<string, Map<string, OpenAlarm>>()

  /** `wire` begins the identities of its alarms. */
  constructor(wire: string, ingest: Pick<DeviceIngest, 'alarm' | 'openAlarm'>) {
    this.#prefix = wire
    this.#ingest = ingest
  }

  /**
   * The alarms of a device that hold at `atMs`, and those of `known` that may still be open from before the program's
   * start. `marks` go with alarms that begin.
   */
  take(
    sn: string,
    held: ReadonlyMap<string, HeldAlarm>,
    atMs: number,
    known: Readonly<Record<string, HeldAlarm>>,
    marks: Pick<ReceivedAlarm, 'position' | 'receivedMs' | 'deviceTime'> = {},
  ): void {
    const open = this.#openOf(sn, { ...known, ...Object.fromEntries(held) })
    for (const [name, alarm] of open) {
      if (held.has(name)) continue
      open.delete(name)
      this.#ingest.alarm(sn, { ...alarm, chnId: 0, endMs: Math.max(alarm.atMs, atMs) })
    }
    for (const [name, kind] of held) {
      if (open.has(name)) continue
      const alarm = { ...kind, atMs, alarmSeq: `${this.#seqPrefix(name)}${Math.floor(atMs / 1000)}` }
      open.set(name, alarm)
      this.#ingest.alarm(sn, { ...alarm, ...marks, chnId: 0 })
    }
  }

  /** The device is the platform's no more. */
  forget(sn: string): void {
    this.#open.delete(sn)
  }

  #seqPrefix(name: string): string {
    return `${this.#prefix}-${name}-`
  }

  #openOf(sn: string, known: Readonly<Record<string, HeldAlarm>>): Map<string, OpenAlarm> {
    const remembered = this.#open.get(sn)
    if (remembered) return remembered
    const open = new Map<string, OpenAlarm>()
    for (const [name, kind] of Object.entries(known)) {
      const stored = this.#ingest.openAlarm(sn, this.#seqPrefix(name))
      if (stored) open.set(name, { ...kind, ...stored })
    }
    this.#open.set(sn, open)
    const [oldest] = this.#open.keys()
    if (this.#open.size > DEVICES_MAX && oldest !== undefined) this.#open.delete(oldest)
    return open
  }
}
