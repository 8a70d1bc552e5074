import { DEFAULT_THEME_COLOUR } from '@backlot/contract/limits'
import { mix, palette, readableOn } from './colour.ts'

export type ThemeMode = 'dark' | 'light'

/** Surfaces and texts of both modes; written to the page as `--name` and given to antd as tokens. */
export const GROUNDS = {
  dark: {
    page: '#0b1016',
    panel: '#121922',
    raised: '#1a232e',
    sunken: '#0d131a',
    line: '#263240',
    'line-soft': '#1c2631',
    text: '#e4ebf3',
    'text-2': '#a9b8c7',
    'text-3': '#8495a6',
    ok: '#3fb984',
    warn: '#e6a23c',
    danger: '#f2686b',
    info: '#4a9ff5',
    offline: '#6d7d8d',
    'chart-open': '#e6a23c',
    'chart-done': '#3a7cc0',
    shadow: 'rgb(0 0 0 / 45%)',
  },
  light: {
    page: '#eef1f5',
    panel: '#ffffff',
    raised: '#ffffff',
    sunken: '#f5f7fa',
    line: '#d9e0e8',
    'line-soft': '#e9edf2',
    text: '#17222d',
    'text-2': '#465564',
    'text-3': '#5f6e7d',
    ok: '#1c7f55',
    warn: '#96600a',
    danger: '#c4282d',
    info: '#2a6fbb',
    offline: '#6b7885',
    'chart-open': '#e8a33d',
    'chart-done': '#8fbfe8',
    shadow: 'rgb(23 34 45 / 14%)',
  },
} as const

/** The platform colour when it is one, else the default. */
export function platformColour(colour: string | undefined): string {
  return colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : DEFAULT_THEME_COLOUR
}

/** The platform colour strong enough for text and lines on this mode's panels, rows under the pointer included. */
export function accentFor(mode: ThemeMode, colour: string): string {
  return readableOn(colour, mode === 'light' ? GROUNDS.light.sunken : GROUNDS.dark.raised)
}

/** Uses of the platform colour in a mode, all from the stated palette. */
type Accents = {
  /** Backgrounds of selected items, and the same under the pointer. */
  soft: string
  softHover: string
  /** Edges of such grounds, and of fields under the pointer. */
  edge: string
  edgeHover: string
  /** Words and lines under the pointer, and while they are pressed. */
  hover: string
  active: string
}

/** How much of the platform colour lies over a dark panel where a light one has a tint: soft, under the pointer, edge. */
const DARK_SHARES = { soft: 0.18, softHover: 0.26, edge: 0.4 } as const

/**
 * The ten lightened shades and the darker one (stated palette) by use. Light panels: the palest are backgrounds, the
 * middle ones edges, and the shade is the pressed state. Dark panels: hovered and pressed items are lighter than the
 * colour; pale backgrounds would glare there, so the colour lies thinly over the panel.
 */
export function accentsOf(mode: ThemeMode, colour: string): Accents {
  const accent = accentFor(mode, colour)
  const { tints, shade } = palette(colour)
  const ofAccent = palette(accent)
  if (mode === 'light') {
    const [soft, softHover, edge, edgeHover] = [tints[9]!, tints[8]!, tints[6]!, tints[4]!]
    return { soft, softHover, edge, edgeHover, hover: ofAccent.shade, active: palette(ofAccent.shade).shade }
  }
  const over = (share: number) => mix(GROUNDS.dark.panel, colour, share)
  return {
    soft: over(DARK_SHARES.soft),
    softHover: over(DARK_SHARES.softHover),
    edge: over(DARK_SHARES.edge),
    edgeHover: shade,
    hover: ofAccent.tints[1]!,
    active: ofAccent.tints[2]!,
  }
}

/** Custom properties of the page: surfaces, texts and the accent. */
export function pageProperties(mode: ThemeMode, colour: string): Record<string, string> {
  const properties: Record<string, string> = {
    '--accent': colour,
    '--accent-text': accentFor(mode, colour),
    '--accent-solid': readableOn(colour, '#ffffff'),
    '--accent-soft': accentsOf(mode, colour).soft,
  }
  for (const [name, value] of Object.entries(GROUNDS[mode])) properties[`--${name}`] = value
  return properties
}

/** Puts mode and colour on the page. */
export function paintPage(mode: ThemeMode, colour: string): void {
  const root = document.documentElement
  root.dataset['theme'] = mode
  root.style.colorScheme = mode
  for (const [name, value] of Object.entries(pageProperties(mode, colour)))
    root.style.setProperty(name, value)
}
