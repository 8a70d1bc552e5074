import { listAlarms } from '@backlot/contract/alarms/calls'
import { type Alarm, alarmFlagAfter, NOT_ORDINARY } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import type { AlarmRef } from '../../app/alarm-opener.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'

/** The newest open alarm of each device, as far as this screen heard of it. */
export class OpenAlarms {
  readonly #bySn = new Map<string, AlarmRef>()

  /** Takes note of an alarm. Answers the flag that it puts on its device, or undefined when it puts none. */
  take(alarm: Alarm): 1 | 2 | undefined {
    if (NOT_ORDINARY.some((type) => type === alarm.type)) return undefined
    const { id, sn, alarmSeq, processingType } = alarm
    if (processingType === null) {
      this.#bySn.set(sn, { id, sn, alarmSeq })
      return 1
    }
    if (this.#bySn.get(sn)?.alarmSeq === alarmSeq) this.#bySn.delete(sn)
    // Another alarm of the device may still be open: the platform's status message says so.
    return this.#bySn.has(sn) ? undefined : alarmFlagAfter(processingType)
  }

  /** The newest open alarm of a device; asks the platform when none was heard of. Rejects with PlatformReplyError. */
  async newest(sn: string): Promise<AlarmRef | undefined> {
    const known = this.#bySn.get(sn)
    if (known) return known
    const nowS = Math.floor(platformNow() / 1000)
    const startTime = nowS - LIMITS.queryRangeMs / 1000
    const query = { sn, processed: 0, startTime, endTime: nowS, currentPage: 1, pageSize: 1 }
    const alarm = (await request(listAlarms, { query })).list[0]
    return alarm && { id: alarm.id, sn: alarm.sn, alarmSeq: alarm.alarmSeq }
  }
}
