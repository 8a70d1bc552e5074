import { getAlarm } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import { request } from '../../../platform/client.ts'
import { isCallMissing, isOutdated } from '../../../platform/platform-reply-error.ts'
import { statusOf, withAlarms } from './sos-cases.ts'
import { changeCases, useSos } from './sos-store.ts'

let running: Promise<void> | undefined
let again = false

/**
 * Refreshes the alarms of the open cases, whose changes the channel may have skipped: a colleague may have them by now.
 * A call during a refresh repeats it once. Alarms that the platform no longer has leave the card. Rejects when the
 * platform cannot be asked; the cases then stay as they are.
 */
export function refreshSos(): Promise<void> {
  if (running) {
    again = true
    return running
  }
  running = refresh().finally(() => {
    running = undefined
  })
  return running
}

async function refresh(): Promise<void> {
  do {
    again = false
    const { cases, viewer } = useSos.getState()
    const open = cases.flatMap((one) =>
      one.alarm && statusOf(one, viewer).kind !== 'handled' ? [one.alarm] : [],
    )
    for (const known of open) {
      const alarm = await ask(known)
      if (alarm === 'unknown') continue
      changeCases((before) =>
        alarm && alarmKey(alarm) === alarmKey(known)
          ? withAlarms(before, [alarm], true)
          : before.filter((one) => !one.alarm || alarmKey(one.alarm) !== alarmKey(known)),
      )
    }
  } while (again)
}

/** The alarm as the platform has it, undefined where it has none; unknown where single alarms cannot be queried. */
async function ask({ id }: Alarm): Promise<Alarm | undefined | 'unknown'> {
  try {
    return await request(getAlarm, { query: { id } })
  } catch (error) {
    if (isCallMissing(error)) return 'unknown'
    if (isOutdated(error)) return undefined
    throw error
  }
}
