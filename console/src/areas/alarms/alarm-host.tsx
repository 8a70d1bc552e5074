import { routeAt } from '@backlot/contract/routes'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { shown } from '../../components/message-bridge.tsx'
import { openSoundOnGesture, silenceAlarms } from '../../features/alarms/alarm-sound.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { onOpen } from '../../features/open.ts'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { useClock } from '../../platform/clock.ts'
import { announceNews } from './alarm-announcer.ts'
import { AlarmBanner } from './alarm-banner.tsx'
import { openDetail, useAlarmView } from './alarm-view-store.ts'
import { findAlarm } from './find-alarm.ts'
import { SosButton } from './sos/sos-button.tsx'
import { followSos, loadOpenSos } from './sos/sos-feed.ts'
import { useSos } from './sos/sos-store.ts'
import { useTitleBadge } from './title-badge.ts'
import { UndoBar } from './undo-bar.tsx'
import { useOpenFromAddress } from './use-open-from-address.ts'

const AlarmDetailDialog = lazy(async () => ({
  default: (await import('./alarm-detail-dialog.tsx')).AlarmDetailDialog,
}))
const AlarmDrawer = lazy(async () => ({ default: (await import('./alarm-drawer.tsx')).AlarmDrawer }))
const SosCard = lazy(async () => ({ default: (await import('./sos/sos-card.tsx')).SosCard }))

/** The large screen shows alarms by itself, and nobody is there to close a popup. */
const WALL = '/largeScreen'
/** These maps are embedded in other pages, which have no room for a card. */
const WITHOUT_SOS = [WALL, '/baiduMap', '/baiduSelectMap']

/** The part of the alarm area that is there on every screen: banner, tone, popups, the live list and the detail. */
export function AlarmHost() {
  const { drawerOpen, opened } = useAlarmView()
  const sosShown = useSos(({ cases, folded }) => cases.length > 0 && !folded)
  const types = useAlarmTypes()
  const { pathname } = useLocation()
  const onWall = pathname === WALL
  const bare = routeAt(pathname)?.header === false
  const withSos = !WITHOUT_SOS.includes(pathname)
  useTitleBadge()
  useOpenFromAddress((ref) => void openByRef(ref))
  useEffect(() => announceNews(types, !onWall), [types, onWall])
  const { known } = useClock(0)
  useEffect(() => (withSos ? followSos() : undefined), [withSos])
  useEffect(() => {
    if (known && withSos) void loadOpenSos()
  }, [known, withSos])
  useEffect(() => {
    const stops = [openSoundOnGesture(), silenceAlarms, onOpen('alarm', ({ alarm }) => void openByRef(alarm))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <>
      {/* In its place from the start: the screen keeps its size when the texts are there. */}
      {!bare && (
        <Suspense fallback={<div className="alarm-banner" />}>
          <AlarmBanner />
        </Suspense>
      )}
      <Suspense>
        {!onWall && <UndoBar />}
        {drawerOpen && <AlarmDrawer />}
        {opened && <AlarmDetailDialog opened={opened} />}
      </Suspense>
      {/* By itself: nothing that is still being fetched hides it. */}
      <Suspense>{sosShown && <SosCard />}</Suspense>
      {withSos && bare && <SosButton floating />}
    </>
  )
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
