/** Alarms of cameras as ONVIF's events: motion, tampering and digital inputs. */
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { OnvifCameras, OnvifEvent, OnvifEventKind, OnvifEvents } from '../../onvif/ports.ts'

/** Sub-types of alarms that a camera tells of; those on an input besides. */
const KIND_OF: Readonly<Record<string, OnvifEventKind>> = {
  Motion: 'motion',
  VideoCover: 'tamper',
  VideoLoss: 'tamper',
  Tamper: 'tamper',
}
const INPUT = 'IoAlarm'
const KINDS = ['motion', 'tamper', 'digitalInput'] as const satisfies readonly OnvifEventKind[]
const STOPPED = 2

export function createOnvifEvents(deps: {
  cameras: Pick<OnvifCameras, 'find'>
  clock: Pick<PlatformClock, 'now'>
  /** Alarms as they begin, change and end. */
  onAlarms(listener: (list: readonly Alarm[]) => void): () => void
}): OnvifEvents & Disposable {
  const listeners = new Map<string, Set<(event: OnvifEvent) => void>>()
  /** Alarms that hold a state up, by camera and state; a state without is not here. */
  const open = new Map<string, Map<string, { seqs: Set<string>; atMs: number }>>()

  const stop = deps.onAlarms((list) => {
    for (const alarm of list) {
      const kind = KIND_OF[alarm.subType] ?? (alarm.type === INPUT ? 'digitalInput' : undefined)
      if (kind) note(alarm, kind)
    }
  })
  const note = ({ sn, chnId, alarmSeq, state, startTime, endTime }: Alarm, kind: OnvifEventKind) => {
    const camera = deps.cameras.find(sn)
    if (!camera) return
    // Alarms of the device itself are told of its first channel.
    const known = camera.channels.some((channel) => channel.chnId === chnId)
    const at = known ? chnId : (camera.channels[0]?.chnId ?? chnId)
    const key = `${kind} ${at}`
    const states = open.get(sn) ?? new Map<string, { seqs: Set<string>; atMs: number }>()
    const held = states.get(key)
    const wasActive = held !== undefined
    const seqs = held?.seqs ?? new Set<string>()
    if (state === STOPPED) seqs.delete(alarmSeq)
    else seqs.add(alarmSeq)
    const isActive = seqs.size > 0
    if (isActive === wasActive) return
    const atMs = isActive ? startTime * 1000 : (endTime ?? startTime) * 1000
    if (isActive) states.set(key, { seqs, atMs })
    else states.delete(key)
    if (states.size > 0) open.set(sn, states)
    else open.delete(sn)
    for (const listener of listeners.get(sn) ?? []) listener({ kind, chnId: at, isActive, atMs })
  }

  return {
    subscribe(sn, listener) {
      const own = listeners.get(sn) ?? new Set()
      listeners.set(sn, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(sn)
      }
    },
    statesOf(sn) {
      const camera = deps.cameras.find(sn)
      const states = open.get(sn)
      return (camera?.channels ?? []).flatMap(({ chnId }) =>
        KINDS.map((kind): OnvifEvent => {
          const held = states?.get(`${kind} ${chnId}`)
          return { kind, chnId, isActive: held !== undefined, atMs: held?.atMs ?? deps.clock.now() }
        }),
      )
    },
    [Symbol.dispose]: stop,
  }
}
