/** Alarms of our own devices as they tell them to a platform of GB/T 28181, and the states that come of them. */
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { GbAlarm, GbDuty } from '../../gb28181/device/ports.ts'
import { alarmFacts } from '../../history/alarm-types/alarm-types.ts'
import { gbAlarmKind } from './gb-alarm-kinds.ts'
import type { GbPlace, GbUnit } from './gb-roster.ts'

export type GbAlarms = Disposable & {
  dutyOf(place: GbPlace): GbDuty
  setGuard(places: readonly GbPlace[], on: boolean): void
  /** The alarms that there are are known over there. */
  reset(places: readonly GbPlace[]): void
}

const STARTED = 1
/** Alarms of a device that were reset and are remembered; some never end. */
const RESET_MOST = 256
/** Pictures that people take are alarms of the platform, and of no device. */
const NO_ALARM = 'Snapshot'

export function createGbAlarms(deps: {
  directory: Pick<Directory, 'deviceBySn'>
  /** Who tells the alarms of a device. */
  tellersOf(sn: string): Iterable<{ unit(): GbUnit; alarm(alarm: GbAlarm): void }>
  onAlarms(listener: (list: readonly Alarm[], updateOnly: boolean) => void): () => void
  /** Alarms of a device in progress now. */
  inProgress(sn: string): readonly AlarmInProgress[]
}): GbAlarms {
  /** Alarms in progress that were reset, by device. */
  const known = new Map<string, Set<string>>()
  const unguarded = new Set<string>()
  const keyOf = ({ sn, chnId }: GbPlace) => `${sn} ${chnId}`

  const hear = (alarm: Alarm, updateOnly: boolean): void => {
    const { sn, chnId, alarmSeq, state, type } = alarm
    if (state !== STARTED) {
      const reset = known.get(sn)
      if (reset?.delete(alarmSeq) && reset.size === 0) known.delete(sn)
      return
    }
    const tellers = [...deps.tellersOf(sn)]
    if (updateOnly || tellers.length === 0 || type === NO_ALARM) return
    for (const teller of tellers) {
      const { id, sn: ownSn, places } = teller.unit()
      const place = places.find((one) => one.sn === sn && one.chnId === chnId)
      const nearest = place ?? places.find((one) => one.sn === sn)
      if (nearest && unguarded.has(keyOf(nearest))) continue
      // Of the device itself: a recorder of several names its channel.
      const of = place ?? (ownSn === undefined ? nearest : undefined)
      teller.alarm(gbAlarmOf(alarm, of?.id ?? id))
    }
  }
  const gbAlarmOf = (alarm: Alarm, id: string): GbAlarm => {
    const { sn, type, subType, startTime, startLon, startLat } = alarm
    const { name, level } = alarmFacts(type, subType)
    const isMoving = deps.directory.deviceBySn(sn)?.trafficIndex !== undefined
    return {
      id,
      priority: level,
      ...gbAlarmKind(type, subType, isMoving),
      atMs: startTime * 1000,
      description: name.zh,
      ...(startLon !== undefined && startLat !== undefined && { location: { lng: startLon, lat: startLat } }),
    }
  }
  const stop = deps.onAlarms((list, updateOnly) => {
    for (const alarm of list) hear(alarm, updateOnly)
  })

  return {
    dutyOf(place) {
      if (unguarded.has(keyOf(place))) return 'OFFDUTY'
      const reset = known.get(place.sn)
      const inAlarm = deps
        .inProgress(place.sn)
        .some(
          ({ chnId, alarmSeq, type }) => chnId === place.chnId && type !== NO_ALARM && !reset?.has(alarmSeq),
        )
      return inAlarm ? 'ALARM' : 'ONDUTY'
    },
    setGuard(places, on) {
      for (const place of places) {
        if (on) unguarded.delete(keyOf(place))
        else unguarded.add(keyOf(place))
      }
    },
    reset(places) {
      for (const { sn, chnId } of places) {
        const reset = known.get(sn) ?? new Set<string>()
        for (const one of deps.inProgress(sn)) if (one.chnId === chnId) reset.add(one.alarmSeq)
        for (const oldest of reset) {
          if (reset.size <= RESET_MOST) break
          reset.delete(oldest)
        }
        if (reset.size > 0) known.set(sn, reset)
      }
    },
    [Symbol.dispose]: stop,
  }
}
