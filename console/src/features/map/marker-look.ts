import type { MarkerState } from './marker-state.ts'

export type MapTheme = 'dark' | 'light'
/** Red, green, blue, 0 … 255. */
export type Rgb = readonly [number, number, number]

export type MarkerLook = {
  states: Readonly<Record<MarkerState, Rgb>>
  /** Behind hollow markers and inside aggregates. */
  paper: Rgb
  /** Around markers and names. */
  halo: Rgb
  text: Rgb
  accent: Rgb
}

/** Colours of markers; each state has a shape of its own besides. */
export const MARKER_LOOKS: Readonly<Record<MapTheme, MarkerLook>> = {
  dark: {
    states: {
      offline: [142, 153, 171],
      online: [38, 186, 128],
      processed: [233, 167, 60],
      gpsLost: [165, 124, 255],
      alarm: [255, 77, 79],
    },
    paper: [24, 31, 46],
    halo: [12, 18, 30],
    text: [226, 233, 245],
    accent: [64, 158, 255],
  },
  light: {
    states: {
      offline: [116, 126, 143],
      online: [16, 150, 98],
      processed: [205, 128, 10],
      gpsLost: [122, 77, 224],
      alarm: [222, 40, 45],
    },
    paper: [255, 255, 255],
    halo: [255, 255, 255],
    text: [38, 46, 60],
    accent: [22, 119, 255],
  },
}

export const cssColour = (colour: Rgb): string => `rgb(${colour.join(' ')})`
