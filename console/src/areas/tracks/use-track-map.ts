import { useEffect, useMemo, useRef, useState } from 'react'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import { exposeMap } from '../../features/map/map-diagnostics.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { type DrawnTrack, displayAt, drawTrack } from './drawn-track.ts'
import type { HoverMoment } from './hover-moment.ts'
import type { Playback } from './playback.ts'
import type { TrackEvent } from './track-layers.ts'
import type { TrackOverlay } from './track-overlay.ts'
import { placeAt } from './track-place.ts'
import { useMoment } from './use-moment.ts'
import type { DeviceTrack } from './use-tracks.ts'

type TrackMap = {
  drawn: readonly DrawnTrack[]
  events: readonly TrackEvent[]
  /** Why nothing is drawn. */
  failure: string | undefined
}

/** Draws the shown devices' tracks on a map, and where they were at the moment of the playback. */
export function useTrackMap(
  handle: MapHandle | undefined,
  theme: MapTheme,
  devices: readonly DeviceTrack[],
  playback: Playback,
  hover: HoverMoment,
  followed: string | undefined,
): TrackMap {
  const [overlay, setOverlay] = useState<TrackOverlay>()
  const [failure, setFailure] = useState<string>()
  const themeAtStart = useRef(theme)
  themeAtStart.current = theme

  useEffect(() => {
    if (!handle) return
    let leave: (() => void) | undefined
    let gone = false
    const fail = (error: unknown) => {
      noteProblem('tracks', String(error))
      setFailure(String(error))
    }
    const begin = async () => {
      const { TrackOverlay } = await import('./track-overlay.ts')
      if (gone) return
      const made = new TrackOverlay(handle.map, themeAtStart.current, fail)
      const hide = exposeMap(handle, (sn) => {
        const mark = made.markOf(sn)
        return (
          mark && { longitude: mark.at[0], latitude: mark.at[1], state: mark.lost ? 'gpsLost' : 'online' }
        )
      })
      leave = () => {
        hide()
        made.remove()
      }
      setOverlay(made)
    }
    begin().catch(fail)
    return () => {
      gone = true
      setOverlay(undefined)
      leave?.()
    }
  }, [handle])

  const datum = handle?.provider.datum
  const laidOut = useRef(new WeakMap<object, DrawnTrack>())
  const drawn = useMemo(() => {
    if (datum === undefined) return []
    return devices.flatMap(({ track, colour }) => {
      if (!track) return []
      const known = laidOut.current.get(track) ?? drawTrack(track, colour, datum)
      laidOut.current.set(track, known)
      return [known]
    })
  }, [devices, datum])
  const events = useMemo(() => eventsOf(devices, drawn), [devices, drawn])

  useEffect(() => overlay?.setTracks(drawn, events), [overlay, drawn, events])
  useEffect(() => overlay?.setTheme(theme), [overlay, theme])
  useEffect(
    () =>
      hover.subscribe((hovered) => {
        const one = hovered && drawn.find(({ track }) => track.sn === hovered.sn)
        overlay?.setHover(one && displayAt(one, hovered.atMs))
      }),
    [overlay, hover, drawn],
  )

  const show = (atMs: number) => {
    overlay?.setMarks(
      drawn.flatMap((one) => {
        const at = displayAt(one, atMs)
        const place = placeAt(one.track, atMs)
        if (!at || !place) return []
        const { sn } = one.track
        const name = deviceBySn(sn)?.name ?? sn
        const lost = place.lost !== undefined
        return [{ sn, name, colour: one.colour, at, directionDeg: place.directionDeg, lost }]
      }),
    )
    const mark = followed === undefined ? undefined : overlay?.markOf(followed)
    if (mark && playback.state().mode === 'playing') handle?.map.jumpTo({ center: mark.at })
  }
  useMoment(playback, show)
  const showAgain = useRef(show)
  showAgain.current = show
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tracks, or another overlay, show the same moment
  useEffect(() => showAgain.current(playback.positionMs()), [overlay, drawn, playback])

  return { drawn, events, failure }
}

function eventsOf(devices: readonly DeviceTrack[], drawn: readonly DrawnTrack[]): TrackEvent[] {
  return drawn.flatMap((one): TrackEvent[] => {
    const { sn, timeMs } = one.track
    const last = timeMs.length - 1
    if (last < 0) return []
    const device = devices.find((candidate) => candidate.sn === sn)
    const at = (ms: number): [number, number] => displayAt(one, ms) ?? [0, 0]
    const stays = device?.summary?.stops ?? []
    const ends = (['start', 'end'] as const).map((kind, i): TrackEvent => {
      const atMs = timeMs[i === 0 ? 0 : last]!
      return { kind, sn, at: at(atMs), fromMs: atMs, toMs: atMs }
    })
    return [
      ...stays.map(({ fromMs, toMs }): TrackEvent => ({ kind: 'stop', sn, at: at(fromMs), fromMs, toMs })),
      ...ends,
      ...(device?.alarms ?? []).map((alarm): TrackEvent => {
        const fromMs = alarm.startTime * 1000
        const toMs = (alarm.endTime ?? alarm.startTime) * 1000
        return { kind: 'alarm', sn, at: at(fromMs), fromMs, toMs, alarm }
      }),
    ]
  })
}
