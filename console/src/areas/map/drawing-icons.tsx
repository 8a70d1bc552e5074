import type { DrawingType } from '@backlot/contract/map-drawings/entities'

const PATHS: Readonly<Record<DrawingType, string>> = {
  point: 'M10 17.5s5-4.7 5-8.6a5 5 0 0 0-10 0c0 3.9 5 8.6 5 8.6zM10 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  circle: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
  rectangle: 'M3 5h14v10H3z',
  polygon: 'M10 3l7 5.2-2.7 8.3H5.7L3 8.2z',
  polyline: 'M3 15l4.5-8 4.5 6L17 5',
}

/** The mark of a kind of drawing. */
export function DrawingIcon({ type, size = 18 }: { type: DrawingType; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={PATHS[type]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** A dashed frame: selecting by rectangle or by polygon. */
export function SelectIcon({ type, size = 18 }: { type: 'rectangle' | 'polygon'; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[type]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="3 2" />
    </svg>
  )
}
