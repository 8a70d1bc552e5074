import type { MapMouseEvent } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef } from 'react'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { MARKER_STATES, type MarkerState } from '../../features/map/marker-state.ts'
import type { LngLat } from '../../features/map/mercator.ts'
import { useText } from '../../language/language.ts'
import '../../features/map/map-card.css'
import type { Markers } from './use-device-markers.ts'

export type StackedPoint = { at: LngLat; devices: { sn: string; state: MarkerState }[] }

type PointerEvents = {
  onDevice(sn: string, alarmed: boolean): void
  onStack(stack: StackedPoint): void
  /** At a point of the map's canvas. */
  onNothing(point: { x: number; y: number }): void
}

/** Distance of a tip from the pointer. */
const TIP_PX = 14
const MOST_NAMES = 5

/**
 * Clicks and hovering on markers: one device, several stacked ones, or an aggregate that is zoomed into. Rests while a
 * measuring tool has the map. Answers the tip to be drawn on the map.
 */
export function useMarkerPointer(
  handle: MapHandle | undefined,
  markers: Markers | undefined,
  events: PointerEvents,
  resting: boolean,
): ReactNode {
  const t = useText('map')
  const tip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!handle || !markers || resting) return
    const { map } = handle
    const { overlay, source } = markers
    const stateOf = (id: number): MarkerState => overlay.shown(id)?.state ?? 'offline'
    const nameOf = (id: number): string => deviceBySn(source.snOf(id))?.name ?? source.snOf(id)

    let frame = 0
    const leave = () => {
      cancelAnimationFrame(frame)
      if (tip.current) tip.current.hidden = true
    }
    const click = ({ point, lngLat }: MapMouseEvent) => {
      leave()
      const hit = overlay.hit(point)
      if (!hit) return events.onNothing(point)
      if (hit.kind === 'aggregate') return overlay.expand(hit)
      const [only] = hit.ids
      if (hit.ids.length === 1 && only !== undefined) {
        return events.onDevice(source.snOf(only), stateOf(only) === 'alarm')
      }
      events.onStack({
        at: [lngLat.lng, lngLat.lat],
        devices: hit.ids.map((id) => ({ sn: source.snOf(id), state: stateOf(id) })),
      })
    }

    const textAt = (point: { x: number; y: number }): string | undefined => {
      const hit = overlay.hit(point)
      if (!hit) return undefined
      if (hit.kind === 'devices') {
        const names = hit.ids.slice(0, MOST_NAMES).map((id) => `${nameOf(id)} · ${t(`state.${stateOf(id)}`)}`)
        return [...names, ...(hit.ids.length > MOST_NAMES ? ['…'] : [])].join('\n')
      }
      const counts = overlay.aggregateStates(hit.place)
      const lines = MARKER_STATES.map((state, i) => ({ state, count: counts[i] ?? 0 }))
        .filter(({ count }) => count > 0)
        .reverse()
        .map(({ state, count }) => `${t(`state.${state}`)} ${count}`)
      return [...lines, t('aggregateHint')].join('\n')
    }

    const hover = ({ point }: MapMouseEvent) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const text = textAt(point)
        map.getCanvas().style.cursor = text === undefined ? '' : 'pointer'
        const element = tip.current
        if (!element) return
        element.hidden = text === undefined
        if (text === undefined) return
        element.textContent = text
        element.style.transform = `translate(${point.x + TIP_PX}px, ${point.y + TIP_PX}px)`
      })
    }
    map.on('click', click)
    map.on('mousemove', hover)
    map.on('mouseout', leave)
    map.on('movestart', leave)
    return () => {
      leave()
      map.getCanvas().style.cursor = ''
      map.off('click', click)
      map.off('mousemove', hover)
      map.off('mouseout', leave)
      map.off('movestart', leave)
    }
  }, [handle, markers, events, resting, t])

  return <div ref={tip} className="map-tip" hidden />
}
