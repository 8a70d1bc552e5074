import type { Alarm } from '@backlot/contract/alarms/entities'
import { kindOfLevel } from '../../components/notifications/notification-kinds.ts'
import { isQuietNow } from '../../components/notifications/notify.ts'
import { silenceAlarms, soundAlarm } from '../../features/alarms/alarm-sound.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'
import type { Ring } from '../../features/alarms/tone-plan.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { showSystemNotification } from '../../platform/system-notification.ts'
import { alarmAddress } from './alarm-address.ts'
import { isSos } from './alarm-rules.ts'
import { type News, onNews } from './alarm-store.ts'
import { openDetail, useAlarmView } from './alarm-view-store.ts'
import { useSos } from './sos/sos-store.ts'
import { isAsInStorm, useStormMode } from './storm-mode.ts'

/** A dialog of any part of the console: a popup would cover an input there. */
const DIALOG = '.ant-modal-wrap'
const SECOND_MS = 1000

type Types = Pick<AlarmTypes, 'levelOf' | 'toneOf' | 'nameOf'>

/** Sound for new alarms: the SOS ring, else that of the most severe alarm with a sound; undefined when none has one. */
export function ringOf({ fresh, skipped }: News, types: Pick<Types, 'levelOf' | 'toneOf'>): Ring | undefined {
  let gravest: Ring | undefined
  const look = (type: string, subType = '') => {
    const urgency = types.levelOf(type, subType)
    const tone = types.toneOf(type, subType)
    if (tone !== 'none' && (!gravest || urgency < gravest.urgency)) gravest = { tone, urgency }
  }
  for (const alarm of fresh) {
    if (isSos(alarm)) return { tone: 'siren', urgency: 0 }
    look(alarm.type, alarm.subType)
  }
  for (const type of Object.keys(skipped)) look(type)
  return gravest
}

/** Of new alarms those that are heard in storm mode. */
export const sosOf = ({ fresh }: News): News => ({ fresh: fresh.filter(isSos), skipped: {} })

/**
 * Announces new alarms by this browser's settings: the tone (in storm mode of SOS alone), the alarm popup, and a
 * system notification while the page is hidden. `popups` is off where nobody could close them. Answers a function that
 * stops it.
 */
export function announceNews(types: Types, popups: boolean): () => void {
  let closedMs = Number.NEGATIVE_INFINITY
  const stops = [
    onNews((news) => {
      const told = withoutQuiet(news, types)
      sound(told, types)
      if (popups) popUp(told.fresh, performance.now() - closedMs)
      if (document.hidden) void tellSystem(told, types)
    }),
    useSettings.subscribe((settings, before) => {
      if (before.alarmPromptTone && !settings.alarmPromptTone) silenceAlarms()
    }),
    useAlarmView.subscribe((view, before) => {
      if (before.opened && !view.opened) closedMs = performance.now()
      // Opening the list or an alarm silences the sound.
      if ((view.opened && !before.opened) || (view.drawerOpen && !before.drawerOpen)) silenceAlarms()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** New alarms without those whose notifications the user has silenced. */
export function withoutQuiet({ fresh, skipped }: News, types: Pick<Types, 'levelOf'>): News {
  const isLoud = (type: string, subType = '') => !isQuietNow(kindOfLevel(types.levelOf(type, subType)))
  return {
    fresh: fresh.filter((alarm) => isSos(alarm) || isLoud(alarm.type, alarm.subType)),
    skipped: Object.fromEntries(Object.entries(skipped).filter(([type]) => isLoud(type))),
  }
}

function sound(news: News, types: Types): void {
  const { alarmPromptTone, alarmTipsTime, speakerVolume } = useSettings.getState()
  const heard = useStormMode.getState().on ? sosOf(news) : news
  const ring = alarmPromptTone ? ringOf(heard, types) : undefined
  if (!ring) return
  soundAlarm(ring, {
    loudness: Math.min(1, speakerVolume / 100),
    promptMs: alarmTipsTime * SECOND_MS,
  })
}

/**
 * The alarm popup opens the detail of the newest alarm: never over another dialog or the SOS card, not again within the
 * prompt time after one was closed, and not in a storm or in storm mode.
 */
function popUp(fresh: readonly Alarm[], sinceClosedMs: number): void {
  const { alarmPopupWindow, alarmTipsTime } = useSettings.getState()
  if (!alarmPopupWindow || sinceClosedMs < alarmTipsTime * SECOND_MS) return
  const newest = fresh.at(-1)
  const { opened } = useAlarmView.getState()
  const busy = opened || !useSos.getState().folded || document.querySelector(DIALOG) !== null
  if (newest && !busy && !isAsInStorm()) openDetail(newest)
}

/** The most severe of new alarms as a notification of the operating system, with how many more there are. In a storm: SOS. */
async function tellSystem({ fresh, skipped }: News, types: Types): Promise<void> {
  if (!useSettings.getState().systemNotifications) return
  const urgency = (alarm: Alarm) => (isSos(alarm) ? 0 : types.levelOf(alarm.type, alarm.subType))
  const gravest = fresh.toSorted((one, other) => urgency(one) - urgency(other))[0]
  if (!gravest || (isAsInStorm() && !isSos(gravest))) return
  await loadTexts(['notifications', 'alarms'])
  const t = textOf('notifications')
  const text = types.nameOf(gravest.type, gravest.subType)
  const more = fresh.length - 1 + Object.values(skipped).reduce((sum, count) => sum + count, 0)
  await showSystemNotification({
    title: more > 0 ? t('systemMore', { text, count: more }) : text,
    body: `${placeName(gravest, undefined)}\n${formatTime(gravest.startTime)}`,
    // An SOS stays until it is seen; other alarms replace each other.
    tag: isSos(gravest) ? `sos-${gravest.sn}` : 'alarm',
    address: new URL(alarmAddress(gravest, location.href)).hash,
  })
}
