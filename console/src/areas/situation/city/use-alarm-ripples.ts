import type { Alarm } from '@backlot/contract/alarms/entities'
import { useEffect, useRef, useState } from 'react'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../../features/alarms/alarm-types.ts'
import { deviceStore } from '../../../features/device-tree/device-store.ts'
import { channel } from '../../../platform/channel.ts'
import type { CityModel } from './city-model.ts'
import type { CityPlane } from './city-view.ts'

/** An alarm that has just come and has a place, for its label on the map. */
export type PlacedAlarm = { alarm: Alarm; key: string; x: number; y: number; level: 1 | 2 | 3 | 4 }

/** Labels at once, and how long each stays. */
const LABELS_MOST = 3
const LABEL_MS = 12_000
/** In a storm labels change no faster than this. */
const LABEL_EVERY_MS = 700

/**
 * Lets new alarms ripple where they happened, and answers the newest for their labels. Alarms without a place of their
 * own are where their device is.
 */
export function useAlarmRipples(
  model: CityModel,
  plane: CityPlane | undefined,
  types: AlarmTypes,
): readonly PlacedAlarm[] {
  const [labels, setLabels] = useState<readonly PlacedAlarm[]>([])
  const levelOf = useRef(types.levelOf)
  levelOf.current = types.levelOf

  useEffect(() => {
    if (!plane) return
    let fresh: (PlacedAlarm & { untilMs: number })[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      const nowMs = performance.now()
      fresh = fresh.filter(({ untilMs }) => untilMs > nowMs).slice(-LABELS_MOST)
      setLabels(fresh)
      const next = Math.min(...fresh.map(({ untilMs }) => untilMs)) - nowMs
      if (Number.isFinite(next)) timer = setTimeout(show, Math.max(LABEL_EVERY_MS, next))
    }
    const take = (alarm: Alarm) => {
      const device = deviceStore.device(alarm.sn)
      const longitude = alarm.startLon || device?.longitude
      const latitude = alarm.startLat || device?.latitude
      if (!longitude || !latitude) return
      const nowMs = performance.now()
      const placed = {
        alarm,
        key: alarmKey(alarm),
        level: levelOf.current(alarm.type, alarm.subType),
        ...plane.point(longitude, latitude),
      }
      model.addRipple(placed, nowMs)
      fresh = [...fresh.filter(({ key }) => key !== placed.key), { ...placed, untilMs: nowMs + LABEL_MS }]
      fresh = fresh.slice(-LABELS_MOST)
    }
    const stop = channel.on('alarm', ({ list, updateOnly }) => {
      if (updateOnly) return
      for (const alarm of list) take(alarm)
      clearTimeout(timer)
      timer = setTimeout(show, 0)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [model, plane])
  return labels
}
