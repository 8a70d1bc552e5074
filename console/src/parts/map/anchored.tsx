import type { Map as LibreMap } from 'maplibre-gl'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { LngLat } from './mercator.ts'

/** Space between a marker's centre and what is anchored to it, and from the edges of the map. */
const GAP_PX = 20
const EDGE_PX = 8

/** Moves an anchored part without React, for markers that move ten times a second. */
export type AnchorControl = { move(display: LngLat): void }

type AnchoredProps = {
  map: LibreMap
  /** Display position. */
  at: LngLat
  control?: RefObject<AnchorControl | null>
  children: ReactNode
}

/** Holds its children over a position of the map: above it, below where there is no room, always inside the map. */
export function Anchored({ map, at, control, children }: AnchoredProps) {
  const box = useRef<HTMLDivElement>(null)
  const position = useRef(at)
  const [longitude, latitude] = at

  useEffect(() => {
    const element = box.current
    if (!element) return
    const place = () => {
      const { x, y } = map.project([position.current[0], position.current[1]])
      const { clientWidth, clientHeight } = map.getContainer()
      const { offsetWidth, offsetHeight } = element
      const left = Math.max(EDGE_PX, Math.min(clientWidth - offsetWidth - EDGE_PX, x - offsetWidth / 2))
      const above = y - offsetHeight - GAP_PX
      const top = above >= EDGE_PX || y < clientHeight / 2 - offsetHeight / 2 ? above : y + GAP_PX
      const within = Math.max(EDGE_PX, Math.min(clientHeight - offsetHeight - EDGE_PX, top))
      const inView = x > -40 && y > -40 && x < clientWidth + 40 && y < clientHeight + 40
      element.style.visibility = inView ? 'visible' : 'hidden'
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(within)}px)`
    }
    const move = (display: LngLat) => {
      position.current = display
      place()
    }
    move([longitude, latitude])
    if (control) control.current = { move }
    map.on('move', place)
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    return () => {
      map.off('move', place)
      sizes.disconnect()
      if (control) control.current = null
    }
  }, [map, control, longitude, latitude])

  return (
    <div ref={box} className="map-anchored">
      {children}
    </div>
  )
}
