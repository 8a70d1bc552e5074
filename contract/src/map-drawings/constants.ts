/** Kinds of drawings (stated). */
export const DRAWING_TYPES = ['point', 'circle', 'rectangle', 'polygon', 'polyline'] as const

export const DRAWING_LIMITS = {
  /** Drawings of one user. */
  drawings: 200,
  points: 500,
  nameLength: 64,
  radiusMinM: 1,
  radiusMaxM: 200_000,
  fenceDevices: 500,
  fenceGroups: 100,
} as const

/** Line width and opacity are stated; so is the red of points. Other shapes' colour is assumed. */
export const DRAWING_STYLE = { width: 4, opacity: 0.5, pointColour: '#ff0000', colour: '#409eff' } as const
