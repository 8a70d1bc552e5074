import { getAlarm, listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { routeAt } from '@backlot/contract/routes'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { notify } from '../../components/notifications/notify.ts'
import { openSoundOnGesture, silenceAlarms } from '../../features/alarms/alarm-sound.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { type AlarmRef, onOpen } from '../../features/open.ts'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow, useClock } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { alarmInAddress, withoutAlarm } from './alarm-address.ts'
import { announceNews } from './alarm-announcer.ts'
import { useAlarms } from './alarm-store.ts'
import { openDetail, useAlarmView } from './alarm-view-store.ts'
import { SosButton } from './sos/sos-button.tsx'
import { followSos, loadOpenSos } from './sos/sos-feed.ts'
import { useSos } from './sos/sos-store.ts'
import { useTitleBadge } from './title-badge.ts'
import { UndoBar } from './undo-bar.tsx'

const AlarmDetailDialog = lazy(async () => ({
  default: (await import('./alarm-detail-dialog.tsx')).AlarmDetailDialog,
}))
const AlarmDrawer = lazy(async () => ({ default: (await import('./alarm-drawer.tsx')).AlarmDrawer }))
const SosCard = lazy(async () => ({ default: (await import('./sos/sos-card.tsx')).SosCard }))

/** The large screen shows alarms by itself, and nobody is there to close a popup. */
const WALL = '/largeScreen'
/** These maps are embedded in other pages, which have no room for a card. */
const WITHOUT_SOS = [WALL, '/baiduMap', '/baiduSelectMap']

/**
 * The part of the alarm area that is there on every screen: tone, popups, the live list and the detail. `isSilent`:
 * another window announces alarms and SOS calls.
 */
export function AlarmHost({ isSilent }: { isSilent: boolean }) {
  const { drawerOpen, opened } = useAlarmView()
  const sosShown = useSos(({ cases, folded }) => cases.length > 0 && !folded)
  const types = useAlarmTypes()
  const { pathname } = useLocation()
  const onWall = pathname === WALL
  const bare = isSilent || routeAt(pathname)?.header === false
  const withSos = !isSilent && !WITHOUT_SOS.includes(pathname)
  useTitleBadge()
  useOpenFromAddress((ref) => void openByRef(ref))
  useEffect(() => (isSilent ? undefined : announceNews(types, !onWall)), [types, onWall, isSilent])
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
      <Suspense>
        {!onWall && <UndoBar />}
        {drawerOpen && <AlarmDrawer />}
        {opened && <AlarmDetailDialog opened={opened} />}
      </Suspense>
      {/* By itself: nothing that is still being fetched hides it. */}
      <Suspense>{!isSilent && sosShown && <SosCard />}</Suspense>
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
      notify.warning(textOf('alarms')('detail.notFound'))
    }
  } catch (error) {
    notify.error(errorText(error))
  }
}

/** An alarm by device and sequence: from the live list, else from the platform, else from the last 24 hours. */
async function findAlarm(ref: AlarmRef): Promise<Alarm | undefined> {
  const same = (alarm: Alarm) => alarm.sn === ref.sn && alarm.alarmSeq === ref.alarmSeq
  const live = useAlarms.getState().list.find(same)
  if (live) return live
  try {
    return await request(getAlarm, {
      query: ref.id === undefined ? { sn: ref.sn, alarmSeq: ref.alarmSeq } : { id: ref.id },
    })
  } catch (error) {
    noteProblem('alarms.get', String(error))
  }
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const { list } = await request(listAlarms, { query: { startTime, endTime, sn: ref.sn, pageSize: 1000 } })
  return list.find(same)
}

/** Opens the alarm that the page's address names, once, whatever the screen is. */
function useOpenFromAddress(open: (ref: AlarmRef) => void): void {
  const [query, setQuery] = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes, not when its target does
  useEffect(() => {
    const ref = alarmInAddress(query)
    if (!ref) return
    open(ref)
    setQuery(withoutAlarm(query), { replace: true })
  }, [query])
}
