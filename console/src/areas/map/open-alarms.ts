import { alarmFlagAfter } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmRef } from '../../features/open.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { type Ask, flaggingAlarm, flagsDevice } from './flagging-alarm.ts'

/** The newest open alarm of each device, as far as this screen received it. */
export class OpenAlarms {
  readonly #bySn = new Map<string, AlarmRef & { startTime: number }>()
  readonly #ask: Ask

  constructor(ask: Ask = request) {
    this.#ask = ask
  }

  /** Takes note of an alarm. Answers the flag that it puts on its device, or undefined when it puts none. */
  take(alarm: Alarm): 1 | 2 | undefined {
    if (!flagsDevice(alarm)) return undefined
    const { id, sn, alarmSeq, processingType, startTime } = alarm
    const known = this.#bySn.get(sn)
    if (processingType === null) {
      // An older alarm that ends is pushed too.
      if (!known || known.startTime <= startTime) this.#bySn.set(sn, { id, sn, alarmSeq, startTime })
      return 1
    }
    if (known?.alarmSeq === alarmSeq) this.#bySn.delete(sn)
    // Another alarm of the device may still be open: the platform's status message decides.
    return this.#bySn.has(sn) ? undefined : alarmFlagAfter(processingType)
  }

  /**
   * The alarm for which a device is flagged: its newest open one, as known here or by the platform, else the one whose
   * processing left the flag raised. Rejects with PlatformReplyError.
   */
  async newest(sn: string): Promise<AlarmRef | undefined> {
    const found = this.#bySn.get(sn) ?? (await flaggingAlarm(sn, Math.floor(platformNow() / 1000), this.#ask))
    return found && { id: found.id, sn: found.sn, alarmSeq: found.alarmSeq }
  }
}
