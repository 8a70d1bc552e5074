import type { Map as LibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { mercatorX, mercatorY } from '../../features/map/mercator.ts'
import { type DrawnTrack, hitTrack, type TrackHit } from './drawn-track.ts'
import type { HoverMoment } from './hover-moment.ts'
import type { TrackEvent } from './track-layers.ts'
import '../../features/map/map-card.css'

const REACH_PX = 11

export type TrackPointer = {
  onMoment(hit: { sn: string; atMs: number }): void
  onEvent(event: TrackEvent): void
  /** Text for the element under the pointer. */
  textOf(what: { hit?: TrackHit; event?: TrackEvent }): string
}

/** Hover and click on tracks and their marks. Answers the tip, to be put on the map. */
export function useTrackPointer(
  handle: MapHandle | undefined,
  drawn: readonly DrawnTrack[],
  events: readonly TrackEvent[],
  hover: HoverMoment,
  pointer: TrackPointer,
) {
  const tip = useRef<HTMLDivElement>(null)
  const latest = useRef({ drawn, events, pointer })
  latest.current = { drawn, events, pointer }

  useEffect(() => {
    if (!handle) return
    const { map } = handle
    const find = (event: MapMouseEvent) => {
      const { drawn, events } = latest.current
      const struck = eventAt(map, events, event.point)
      if (struck) return { event: struck }
      const hits = drawn.flatMap((one) => {
        const { lng, lat } = event.lngLat
        return hitTrack(one, mercatorX(lng), mercatorY(lat), map.getZoom(), REACH_PX) ?? []
      })
      const hit = hits.sort((a, b) => a.px - b.px)[0]
      return hit ? { hit } : {}
    }
    const move = (event: MapMouseEvent) => {
      const what = find(event)
      const at = what.hit ?? (what.event && { sn: what.event.sn, atMs: what.event.fromMs })
      map.getCanvas().style.cursor = at ? 'pointer' : ''
      hover.set(at && { sn: at.sn, atMs: at.atMs })
      const element = tip.current
      if (!element) return
      element.hidden = at === undefined
      if (!at) return
      element.textContent = latest.current.pointer.textOf(what)
      const { clientWidth } = map.getContainer()
      const left = Math.min(event.point.x + 14, clientWidth - element.offsetWidth - 8)
      element.style.transform = `translate(${left}px, ${event.point.y + 14}px)`
    }
    const leave = () => {
      hover.set(undefined)
      if (tip.current) tip.current.hidden = true
    }
    const click = (event: MapMouseEvent) => {
      const what = find(event)
      if (what.event) latest.current.pointer.onEvent(what.event)
      else if (what.hit) latest.current.pointer.onMoment(what.hit)
    }
    map.on('mousemove', move)
    map.on('mouseout', leave)
    map.on('click', click)
    return () => {
      map.off('mousemove', move)
      map.off('mouseout', leave)
      map.off('click', click)
      map.getCanvas().style.cursor = ''
    }
  }, [handle, hover])

  return <div ref={tip} className="map-tip track-tip" hidden />
}

function eventAt(
  map: LibreMap,
  events: readonly TrackEvent[],
  point: { x: number; y: number },
): TrackEvent | undefined {
  // Alarms lie on top, and are drawn last.
  return events.findLast(({ at }) => {
    const { x, y } = map.project(at)
    return Math.hypot(x - point.x, y - point.y) < REACH_PX
  })
}
