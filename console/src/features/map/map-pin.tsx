import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'
import './map-pin.css'
import { pixelOf } from './drawing/shape-svg.tsx'
import { useMapMotion } from './use-map-motion.ts'

/** A pin whose tip is at a WGS-84 position. */
export function MapPin({ handle, at, label }: { handle: MapHandle; at: LngLat; label: string }) {
  useMapMotion(handle.map)
  const { x, y } = pixelOf(handle, at)
  return (
    <svg
      className="map-pin"
      role="img"
      aria-label={label}
      viewBox="0 0 24 32"
      style={{ transform: `translate(${x - 12}px, ${y - 31}px)` }}
    >
      <path d="M12 31S23 18.6 23 11.6A11 11 0 0 0 1 11.6C1 18.6 12 31 12 31z" />
      <circle cx="12" cy="11.5" r="4.2" />
    </svg>
  )
}
