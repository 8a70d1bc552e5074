import type { Alarm } from '@backlot/contract/alarms/entities'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { onOpenAlarm } from '../../app/alarm-opener.ts'
import { shown } from '../../app/message-bridge.tsx'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { isSos } from './alarm-rules.ts'
import { openSoundOnGesture, soundAlarm } from './alarm-sound.ts'
import { onFreshAlarms } from './alarm-store.ts'
import { AlarmTips } from './alarm-tips.tsx'
import { openDetail, showSos, useAlarmView } from './alarm-view-store.ts'
import { findAlarm } from './find-alarm.ts'

const AlarmDetailDialog = lazy(async () => ({
  default: (await import('./alarm-detail-dialog.tsx')).AlarmDetailDialog,
}))
const AlarmDrawer = lazy(async () => ({ default: (await import('./alarm-drawer.tsx')).AlarmDrawer }))
const SosPopup = lazy(async () => ({ default: (await import('./sos-popup.tsx')).SosPopup }))

/** The big screen shows alarms by itself, and nobody is there to close a popup. */
const WALL = '/largeScreen'

/** The part of the alarm area that is there on every screen: tips, tone, popups, the live list and the detail. */
export function AlarmHost() {
  const { drawerOpen, opened, sos } = useAlarmView()
  const onWall = useLocation().pathname === WALL
  useEffect(() => {
    const announced = onWall ? sound : announce
    const stops = [openSoundOnGesture(), onFreshAlarms(announced), onOpenAlarm((ref) => void openByRef(ref))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [onWall])
  return (
    <Suspense>
      {!onWall && <AlarmTips />}
      {drawerOpen && <AlarmDrawer />}
      {opened && <AlarmDetailDialog opened={opened} />}
      {sos && <SosPopup key={sos.id} alarm={sos} />}
    </Suspense>
  )
}

/** Tone of new alarms, as this browser's settings say. */
function sound(fresh: readonly Alarm[]): void {
  const { alarmPromptTone, speakerVolume } = useSettings.getState()
  if (alarmPromptTone) soundAlarm(fresh.some(isSos) ? 'sos' : 'alarm', Math.min(1, speakerVolume / 100))
}

/** Tone and popups. An open dialog is never replaced by a popup. */
function announce(fresh: readonly Alarm[]): void {
  const { alarmPopupWindow, sosVideoPopup } = useSettings.getState()
  const sos = fresh.findLast(isSos)
  sound(fresh)
  const view = useAlarmView.getState()
  if (sos && sosVideoPopup && !view.sos) showSos(sos)
  const newest = fresh.at(-1)
  if (newest && alarmPopupWindow && !view.opened && !(sos && sosVideoPopup)) openDetail(newest)
}

async function openByRef(ref: Parameters<typeof findAlarm>[0]): Promise<void> {
  try {
    const alarm = await findAlarm(ref)
    if (alarm) openDetail(alarm)
    else {
      await loadTexts(['alarms'])
      shown().message.warning(textOf('alarms')('detail.notFound'))
    }
  } catch (error) {
    shown().message.error(errorText(error))
  }
}
