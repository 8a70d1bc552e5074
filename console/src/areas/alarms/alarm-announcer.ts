import type { Alarm } from '@backlot/contract/alarms/entities'
import { silenceAlarms, soundAlarm } from '../../features/alarms/alarm-sound.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Ring } from '../../features/alarms/tone-plan.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { isSos } from './alarm-rules.ts'
import { type News, onNews } from './alarm-store.ts'
import { openDetail, useAlarmView } from './alarm-view-store.ts'
import { useSos } from './sos/sos-store.ts'
import { isAsInStorm, useStormMode } from './storm-mode.ts'

/** A dialog of any part of the console: a popup would cover an input there. */
const DIALOG = '.ant-modal-wrap'
const SECOND_MS = 1000

type Types = Pick<AlarmTypes, 'levelOf' | 'toneOf'>

/** Sound for new alarms: the SOS ring, else that of the most severe alarm with a sound; undefined when none has one. */
export function ringOf({ fresh, skipped }: News, types: Types): Ring | undefined {
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
 * Announces new alarms by this browser's settings: the tone (in storm mode of SOS alone), the alarm popup. `popups` is off where nobody could close
 * them. Answers a function that stops it.
 */
export function announceNews(types: Types, popups: boolean): () => void {
  let closedMs = Number.NEGATIVE_INFINITY
  const stops = [
    onNews((news) => {
      sound(news, types)
      if (popups) popUp(news.fresh, performance.now() - closedMs)
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
