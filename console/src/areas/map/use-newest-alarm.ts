import { listAlarms } from '@backlot/contract/alarms/calls'
import { useCallback } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import type { AlarmRef } from '../../features/open.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useMayCall } from '../../session/may-call.ts'
import type { Markers } from './use-device-markers.ts'

/**
 * Handles the alarm for which a device is flagged; reports when there is none any more. Does nothing for users who may
 * not see alarms.
 */
export function useNewestAlarm(
  markers: Markers | undefined,
): (sn: string, use: (ref: AlarmRef) => void) => Promise<void> {
  const t = useText('map')
  const may = useMayCall()(listAlarms)
  return useCallback(
    async (sn, use) => {
      if (!may) return
      try {
        const ref = await markers?.alarms.newest(sn)
        if (ref) use(ref)
        else notify.info(t('alarmGone'))
      } catch (error) {
        notify.error(errorText(error))
      }
    },
    [may, markers, t],
  )
}
