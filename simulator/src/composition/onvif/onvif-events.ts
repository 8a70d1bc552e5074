/** Alarms of cameras as ONVIF's events: motion, tampering and digital inputs. */
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { OnvifCamera, OnvifCameras, OnvifEvent, OnvifEventKind, OnvifEvents } from '../../onvif/ports.ts'

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
/** A day that is filled in is many quiet changes: they are looked at together. */
const LOOK_AFTER_MS = 250

type Listener = (event: OnvifEvent) => void
/** Alarms that hold each state up, by kind and channel; a state without is not here. */
type States = Map<string, { seqs: Set<string>; atMs: number }>

/**
 * States of cameras by their alarms in progress: read when the first listens to a camera, followed as alarms are
 * published, and read again after those that are stored quietly and moves of the clock.
 */
export function createOnvifEvents(deps: {
  cameras: Pick<OnvifCameras, 'find'>
  clock: Pick<PlatformClock, 'now'>
  hostClock: Pick<HostClock, 'after'>
  /** Alarms as they begin, change and end. */
  onAlarms(listener: (list: readonly Alarm[]) => void): () => void
  /** Calls back when alarms changed of which `onAlarms` does not tell. */
  onQuietChange(listener: () => void): () => void
  /** Alarms of a device in progress now. */
  inProgress(sn: string): readonly AlarmInProgress[]
}): OnvifEvents & Disposable {
  const { cameras, clock, hostClock } = deps
  /** Cameras that somebody listens to. */
  const watched = new Map<string, { listeners: Set<Listener>; states: States }>()

  const read = (sn: string, camera: OnvifCamera): States => {
    const states: States = new Map()
    for (const { type, subType, chnId, alarmSeq, startMs } of deps.inProgress(sn)) {
      const kind = kindOf(type, subType)
      if (!kind) continue
      const key = keyOf(kind, channelAt(camera, chnId))
      const state = states.get(key)
      if (state) state.seqs.add(alarmSeq)
      else states.set(key, { seqs: new Set([alarmSeq]), atMs: startMs })
    }
    return states
  }
  const tell = (listeners: Iterable<Listener>, event: OnvifEvent) => {
    for (const listener of listeners) listener(event)
  }
  const note = ({ sn, chnId, alarmSeq, type, subType, state, startTime, endTime }: Alarm) => {
    const kind = kindOf(type, subType)
    const entry = watched.get(sn)
    if (!kind || !entry) return
    const { states, listeners } = entry
    const camera = cameras.find(sn)
    // A camera that is gone has no states: its alarms end with it.
    if (!camera) return states.clear()
    const at = channelAt(camera, chnId)
    const key = keyOf(kind, at)
    const held = states.get(key)
    const seqs = held?.seqs ?? new Set<string>()
    if (state === STOPPED) seqs.delete(alarmSeq)
    else seqs.add(alarmSeq)
    const isActive = seqs.size > 0
    if (isActive === (held !== undefined)) return
    const atMs = isActive ? startTime * 1000 : (endTime ?? startTime) * 1000
    if (isActive) states.set(key, { seqs, atMs })
    else states.delete(key)
    tell(listeners, { kind, chnId: at, isActive, atMs })
  }
  const stopHearing = deps.onAlarms((list) => list.forEach(note))

  let cancelLook: (() => void) | undefined
  const look = () => {
    cancelLook = undefined
    for (const [sn, entry] of watched) {
      const camera = cameras.find(sn)
      if (!camera) continue
      const before = eventsOf(camera, entry.states)
      entry.states = read(sn, camera)
      for (const [at, event] of eventsOf(camera, entry.states).entries())
        if (event.isActive !== before[at]?.isActive) tell(entry.listeners, event)
    }
  }
  const stopQuiet = deps.onQuietChange(() => {
    cancelLook ??= hostClock.after(LOOK_AFTER_MS, look)
  })
  const eventsOf = (camera: OnvifCamera, states: States): OnvifEvent[] =>
    camera.channels.flatMap(({ chnId }) =>
      KINDS.map((kind) => {
        const held = states.get(keyOf(kind, chnId))
        return { kind, chnId, isActive: held !== undefined, atMs: held?.atMs ?? clock.now() }
      }),
    )

  return {
    subscribe(sn, listener) {
      const camera = cameras.find(sn)
      const entry = watched.get(sn) ?? {
        listeners: new Set(),
        states: camera ? read(sn, camera) : new Map(),
      }
      watched.set(sn, entry)
      entry.listeners.add(listener)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0 && watched.get(sn) === entry) watched.delete(sn)
      }
    },
    statesOf(sn) {
      const camera = cameras.find(sn)
      return camera ? eventsOf(camera, watched.get(sn)?.states ?? read(sn, camera)) : []
    },
    [Symbol.dispose]() {
      stopHearing()
      stopQuiet()
      cancelLook?.()
    },
  }
}

const keyOf = (kind: OnvifEventKind, chnId: number) => `${kind} ${chnId}`

const kindOf = (type: string, subType: string): OnvifEventKind | undefined =>
  KIND_OF[subType] ?? (type === INPUT ? 'digitalInput' : undefined)

/** Alarms of the device itself are told of its first channel. */
const channelAt = ({ channels }: OnvifCamera, chnId: number): number =>
  channels.some((channel) => channel.chnId === chnId) ? chnId : (channels[0]?.chnId ?? chnId)
