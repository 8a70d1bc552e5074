import { cssColour, MARKER_LOOKS, type MapTheme } from './marker-look.ts'
import type { MarkerState } from './marker-state.ts'

/** Shapes of the states on a square of 16, as ShapeLayer draws them. */
const SHAPES: Readonly<Record<Exclude<MarkerState, 'offline'>, string>> = {
  online: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z',
  processed:
    'M4.5 3h7A1.5 1.5 0 0 1 13 4.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3z',
  gpsLost: 'M8 1.5L14.5 8 8 14.5 1.5 8z',
  alarm: 'M8 1.8l6.8 11.9H1.2z',
}

/** The mark of a state: its shape in its colour. */
export function StateMark({
  state,
  theme,
  size = 14,
}: {
  state: MarkerState
  theme: MapTheme
  size?: number
}) {
  const colour = cssColour(MARKER_LOOKS[theme].states[state])
  return (
    <svg className="map-state-mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {state === 'offline' ? (
        <circle cx="8" cy="8" r="4.8" fill="none" stroke={colour} strokeWidth="2" />
      ) : (
        <path d={SHAPES[state]} fill={colour} />
      )}
    </svg>
  )
}
