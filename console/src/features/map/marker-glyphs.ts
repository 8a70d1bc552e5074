import type { MarkerPicture } from '@backlot/contract/devices/kind-facts'
import { markerOf } from '@backlot/contract/devices/marker-of'

/** Kinds of devices that the map distinguishes. The place in the list is the glyph number of markers. */
export const MARKER_KINDS = [
  'other',
  'camera',
  'dome',
  'vehicle',
  'station',
  'solar',
  'farm',
  'gas',
  'bodyworn',
] as const satisfies readonly MarkerPicture[]
export type MarkerKind = MarkerPicture

/** Drawings on a square of 24: filled parts (even-odd) and stroked parts. */
type Glyph = { fill?: string; stroke?: string }

export const GLYPHS: Readonly<Record<MarkerKind, Glyph>> = {
  other: { fill: 'M6.5 6.5h11v11h-11z' },
  camera: {
    fill: 'M3 8.2a1.7 1.7 0 0 1 1.7-1.7h8.6A1.7 1.7 0 0 1 15 8.2v1.9l6-3.1v10l-6-3.1v1.9a1.7 1.7 0 0 1-1.7 1.7H4.7A1.7 1.7 0 0 1 3 15.8z',
  },
  dome: {
    fill: 'M4 5h16v3.2H4zM5.2 9.6h13.6A6.8 6.8 0 0 1 12 19.5a6.8 6.8 0 0 1-6.8-9.9zM12 11.2a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8z',
  },
  vehicle: {
    fill: 'M5.3 10.6l1.5-4.2A2.1 2.1 0 0 1 8.8 5h6.4a2.1 2.1 0 0 1 2 1.4l1.5 4.2a2.2 2.2 0 0 1 1.8 2.2V19h-3v-2h-11v2h-3v-6.2a2.2 2.2 0 0 1 1.8-2.2zM7.6 10.4h8.8l-1.1-3.2H8.7zM7 12.6v2h2.6v-2zM14.4 12.6v2H17v-2z',
  },
  station: { stroke: 'M3 9.3h9.6a2.6 2.6 0 1 0-2.5-3.3M3 13h14.6a2.8 2.8 0 1 1-2.7 3.5M3 16.7h7.4' },
  solar: {
    fill: 'M12 7.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8z',
    stroke:
      'M12 2.6v2.2M12 19.2v2.2M2.6 12h2.2M19.2 12h2.2M5.4 5.4l1.5 1.5M17.1 17.1l1.5 1.5M18.6 5.4l-1.5 1.5M6.9 17.1l-1.5 1.5',
  },
  farm: {
    fill: 'M11.4 13.2C11.4 8.4 8.2 6 3.6 6c0 4.9 2.9 7.2 7.8 7.2zM12.6 11.2c0-4.6 2.9-7.2 7.8-7.2 0 4.7-2.7 7.2-7.8 7.2z',
    stroke: 'M12 21v-8.5',
  },
  gas: {
    fill: 'M12.6 2.8c.5 3.6 5.8 6.3 5.8 11.6a6.4 6.4 0 0 1-12.8 0c0-2.6 1.4-4.5 2.6-5.5.2 1.7.9 2.7 1.9 2.9-.3-3.3.5-6.7 2.5-9z',
  },
  bodyworn: { fill: 'M12 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c0-4.6 3-7.5 7.5-7.5s7.5 2.9 7.5 7.5z' },
}

/** Glyph number of a device, see `markerOf`. */
export function glyphOf(kind: string, ability: number, moving: boolean): number {
  return MARKER_KINDS.indexOf(markerOf(kind, ability, moving))
}

/** The picture of a device of the tree. */
export function kindOf(node: { type?: string; bizType?: readonly string[]; ability?: number }): MarkerKind {
  const glyph = glyphOf([node.type, ...(node.bizType ?? [])].join(' '), node.ability ?? 0, false)
  return MARKER_KINDS[glyph] ?? 'other'
}
