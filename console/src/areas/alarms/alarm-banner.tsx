import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useSoundPermission } from '../../features/alarms/alarm-sound.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import { resetNewCount } from './alarm-store.ts'
import { AlarmTip } from './alarm-tip.tsx'
import { setDrawerOpen, useAlarmView } from './alarm-view-store.ts'
import { MutedIcon } from './muted-icon.tsx'
import { NewestOpen } from './newest-open.tsx'
import { setStormMode, useAsInStorm, useStormMode } from './storm-mode.ts'
import { StormTip } from './storm-tip.tsx'
import { causeKey, countOf, NO_TIPS, type Places, placeTips, TIPS_SHOWN, type Tip } from './tip-list.ts'
import { useTips } from './use-tips.ts'
import './alarm-banner.css'

/** In less width than this a tip's kind and device cannot be read. */
const TIP_LEAST_PX = 360
/** Room for the button that opens the list of hidden ones. */
const MORE_PX = 90

/**
 * The alarm banner, on the line below every screen with the header. Each new alarm is shown in it as a tip for
 * `alarmTipsTime` seconds, longer while somebody moves the mouse over it or has the keyboard's focus there; a storm is
 * one tip, and so is storm mode, and so are many alarms of one kind and cause. Without tips it names the newest unprocessed alarm. Where the
 * live list is shown, the list shows new alarms itself.
 */
export function AlarmBanner() {
  return (
    // In its place from the start: the line keeps its parts where they are when the texts are there.
    <Suspense fallback={<div className="alarm-banner" />}>
      <Banner />
    </Suspense>
  )
}

function Banner() {
  const t = useText('liveAlarms')
  const inMode = useStormMode((mode) => mode.on)
  const raging = useAsInStorm()
  const listed = useAlarmView((view) => view.drawerOpen)
  const [closedStorm, setClosedStorm] = useState(false)
  const { tips, setTips, setLookedAt } = useTips(useAlarmTypes())
  const [box, room] = useRoom()
  if (!raging && closedStorm) setClosedStorm(false)

  // Storm mode is marked as long as it is on.
  const storm = inMode || (raging && !closedStorm && !listed)
  const wanted = listed || raging ? [] : tips.shown
  const places = usePlaces(wanted, room)
  const more = tips.more + countOf(wanted.slice(room))
  const openList = (filter?: AlarmFilter) => {
    setTips(NO_TIPS)
    setDrawerOpen(true, filter)
    resetNewCount()
  }
  const close = (tip: Tip) => {
    // The keyboard's focus continues from here, and the others leave although the mouse is where the closed one was.
    box.current?.focus()
    setLookedAt(false)
    setTips((before) => ({ ...before, shown: before.shown.filter((one) => one !== tip) }))
  }
  const isQuiet = !storm && wanted.length === 0
  return (
    <section
      ref={box}
      className="alarm-banner"
      aria-label={t('tips.title')}
      tabIndex={-1}
      onPointerMove={({ movementX, movementY, target }) => {
        if (movementX !== 0 || movementY !== 0) setLookedAt(isInTip(target))
      }}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={({ target }) => setLookedAt(isInTip(target) && target.matches(':focus-visible'))}
      onBlur={() => setLookedAt(false)}
    >
      <div
        className="alarm-tips"
        style={{ gridTemplateColumns: `repeat(${storm ? 1 : room}, minmax(0, 1fr))` }}
        aria-live={raging ? 'off' : 'polite'}
      >
        {storm && (
          <StormTip
            key={inMode ? 'mode' : 'storm'}
            named={room}
            inMode={inMode}
            onOpen={() => openList()}
            onClose={() => {
              box.current?.focus()
              if (inMode) setStormMode(false)
              else setClosedStorm(true)
            }}
          />
        )}
        {wanted.slice(0, room).map((tip) => (
          <AlarmTip
            key={causeKey(tip.alarm)}
            tip={tip}
            place={places.indexOf(causeKey(tip.alarm))}
            onList={openList}
            onClose={() => close(tip)}
          />
        ))}
      </div>
      {isQuiet && <NewestOpen />}
      {wanted.length > 0 && more > 0 && (
        <button
          type="button"
          className="alarm-tip-more"
          aria-description={t('tips.toList')}
          onClick={() => openList()}
        >
          {t('tips.more', { count: more })}
        </button>
      )}
      {!isQuiet && <NoSoundYet />}
    </section>
  )
}

const isInTip = (target: EventTarget) => target instanceof Element && target.closest('.alarm-tip') !== null

/** How many tips fit side by side in the banner at its present width. */
function useRoom() {
  const box = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(1)
  useLayoutEffect(() => {
    const banner = box.current
    if (!banner) return
    const measure = () => {
      const fitting = Math.floor((banner.clientWidth - MORE_PX) / TIP_LEAST_PX)
      setRoom(Math.max(1, Math.min(TIPS_SHOWN, fitting)))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(banner)
    return () => sizes.disconnect()
  }, [])
  return [box, room] as const
}

/** Place of each tip: it keeps its place until it goes, so that none moves away from the mouse. */
function usePlaces(tips: readonly Tip[], room: number): Places {
  const [places, setPlaces] = useState<Places>([])
  const next = placeTips(places, tips, room)
  if (next.length === places.length && next.every((key, at) => key === places[at])) return places
  setPlaces(next)
  return next
}

/** Browsers keep a page silent until it is touched: a note at the silent alarm. */
function NoSoundYet() {
  const t = useText('liveAlarms')
  const wanted = useSettings((settings) => settings.alarmPromptTone)
  const granted = useSoundPermission((permission) => permission.granted)
  if (!wanted || granted) return null
  return (
    <p className="alarm-tip-silence" title={t('tips.locked')}>
      <MutedIcon size={13} />
      <span>{t('tips.locked')}</span>
    </p>
  )
}
