import type { Map as LibreMap } from 'maplibre-gl'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useIsPhone } from '../../components/use-media-query.ts'
import type { LngLat } from './mercator.ts'

/** Space between a marker's centre and the element anchored to it, and from the edges of the map. */
const GAP_PX = 20
const EDGE_PX = 8

type Size = { width: number; height: number }

/** Left and top of a box at a point: above it where it fits, else below, else to its right or left. */
export function placeBeside(
  { x, y }: { x: number; y: number },
  box: Size,
  map: Size,
): [left: number, top: number] {
  const within = (value: number, size: number, limit: number) =>
    Math.max(EDGE_PX, Math.min(limit - size - EDGE_PX, value))
  const left = within(x - box.width / 2, box.width, map.width)
  const above = y - box.height - GAP_PX
  if (above >= EDGE_PX) return [left, Math.min(above, map.height - box.height - EDGE_PX)]
  const below = y + GAP_PX
  if (below + box.height <= map.height - EDGE_PX) return [left, Math.max(below, EDGE_PX)]
  const fitsRight = x + GAP_PX + box.width <= map.width - EDGE_PX
  const side = fitsRight ? x + GAP_PX : x - GAP_PX - box.width
  return [within(side, box.width, map.width), within(y - box.height / 2, box.height, map.height)]
}

/** Moves an anchored part without React, for markers that move ten times a second. */
export type AnchorControl = { move(display: LngLat): void }

type AnchoredProps = {
  map: LibreMap
  /** Display position. */
  at: LngLat
  control?: RefObject<AnchorControl | null>
  /** On a phone it is a sheet at the foot of the map. */
  sheet?: boolean
  children: ReactNode
}

const sizeOf = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height })

/** Holds its children at a position of the map without covering it, always inside the map. */
export function Anchored({ map, at, control, sheet = false, children }: AnchoredProps) {
  const isDocked = useIsPhone() && sheet
  const box = useRef<HTMLDivElement>(null)
  const position = useRef(at)
  const [longitude, latitude] = at

  useEffect(() => {
    const element = box.current
    if (!element || isDocked) return
    // Read once and when they change: a map in motion must not have the page laid out for them in each frame.
    let [own, room] = [sizeOf(element), sizeOf(map.getContainer())]
    const place = () => {
      const { x, y } = map.project([position.current[0], position.current[1]])
      const [left, top] = placeBeside({ x, y }, own, room)
      const inView = x > -40 && y > -40 && x < room.width + 40 && y < room.height + 40
      element.style.visibility = inView ? 'visible' : 'hidden'
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
    const measure = () => {
      own = sizeOf(element)
      room = sizeOf(map.getContainer())
      place()
    }
    const move = (display: LngLat) => {
      position.current = display
      place()
    }
    move([longitude, latitude])
    if (control) control.current = { move }
    map.on('move', place)
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    sizes.observe(map.getContainer())
    return () => {
      map.off('move', place)
      sizes.disconnect()
      if (control) control.current = null
      element.style.visibility = ''
      element.style.transform = ''
    }
  }, [map, control, longitude, latitude, isDocked])

  // What a sheet would cover moves above it, when the sheet has its size.
  useEffect(() => {
    const element = box.current
    if (!element || !isDocked) return
    const sizes = new ResizeObserver(() => {
      const free = map.getContainer().offsetHeight - element.offsetHeight
      const { y } = map.project([longitude, latitude])
      if (y > free - GAP_PX) map.panBy([0, y - free / 2])
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [map, longitude, latitude, isDocked])

  return (
    <div ref={box} className="map-anchored" data-docked={isDocked || undefined}>
      {children}
    </div>
  )
}
