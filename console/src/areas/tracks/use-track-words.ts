import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { clockText } from './chart-scale.ts'
import type { DrawnTrack } from './drawn-track.ts'
import { durationText } from './duration-text.ts'
import type { TrackEvent } from './track-layers.ts'
import { placeAt } from './track-place.ts'
import type { TrackPointer } from './use-track-pointer.tsx'

/** Text for the element under the pointer on the map. */
export function useTrackWords(drawn: readonly DrawnTrack[]): TrackPointer['textOf'] {
  const t = useText('tracks')
  const types = useAlarmTypes()

  const ofEvent = ({ kind, fromMs, toMs, alarm }: TrackEvent): string => {
    if (kind === 'stop') {
      const zone = platformZoneMinutes()
      const span = `${clockText(fromMs, zone, true)} – ${clockText(toMs, zone, true)}`
      return `${t('tip.stop', { time: durationText(toMs - fromMs, t) })}\n${span}`
    }
    const what = alarm
      ? types.nameOf(alarm.type, alarm.subType)
      : t(kind === 'start' ? 'tip.start' : 'tip.end')
    return [what, formatTime(fromMs), ...(alarm ? [t('tip.openAlarm')] : [])].join('\n')
  }
  return ({ hit, event }) => {
    if (event) return ofEvent(event)
    const track = hit && drawn.find((one) => one.track.sn === hit.sn)?.track
    const place = track && placeAt(track, hit.atMs)
    if (!place) return ''
    return `${formatTime(hit.atMs)}\n${t('kmh', { speed: Math.round(place.speedKmh) })}`
  }
}
