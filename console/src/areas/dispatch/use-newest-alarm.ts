import { App } from 'antd'
import { useCallback } from 'react'
import type { AlarmRef } from '../../app/alarm-opener.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import type { Markers } from './use-dispatch-markers.ts'

/** Does something with the newest open alarm of a device; says so when there is none any more. */
export function useNewestAlarm(
  markers: Markers | undefined,
): (sn: string, use: (ref: AlarmRef) => void) => Promise<void> {
  const t = useText('map')
  const { message } = App.useApp()
  return useCallback(
    async (sn, use) => {
      try {
        const ref = await markers?.alarms.newest(sn)
        if (ref) use(ref)
        else message.info(t('alarmGone'))
      } catch (error) {
        message.error(errorText(error))
      }
    },
    [markers, message, t],
  )
}
