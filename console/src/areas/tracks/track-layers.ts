import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Layer } from '@deck.gl/core'
import { PathLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import type { Origin } from '../../features/map/deck/quad-layer.ts'
import { ShapeLayer } from '../../features/map/deck/shape-layer.ts'
import { MARKER_FONT } from '../../features/map/marker-font.ts'
import { MARKER_LOOKS, type MapTheme, type Rgb } from '../../features/map/marker-look.ts'
import { STATE_INDEX } from '../../features/map/marker-state.ts'
import { mercatorX, mercatorY } from '../../features/map/mercator.ts'
import type { DrawnTrack } from './drawn-track.ts'
import type { Span } from './track.ts'
import { gapDashes, type Paths, speedPaths } from './track-paths.ts'

/** Width of a drawn line (stated), and of the band of the device's colour under it. */
const LINE_PX = 4
const BAND_PX = 8.5

/** Something that happened at a place of a track. Display degrees. */
export type TrackEvent = Span & {
  kind: 'stop' | 'alarm' | 'start' | 'end'
  sn: string
  at: [number, number]
  /** Of kind alarm. */
  alarm?: Alarm
}

/** A device at the moment that is shown. Display degrees. */
export type MovingMark = {
  sn: string
  name: string
  colour: Rgb
  at: [number, number]
  directionDeg: number
  lost: boolean
}

function paths(id: string, list: Omit<Paths, 'colours'>, more: object): Layer {
  const { length, startIndices, positions } = list
  return new PathLayer({
    id,
    coordinateSystem: 'lnglat',
    widthUnits: 'pixels',
    capRounded: true,
    jointRounded: true,
    _pathType: 'open',
    data: { length, startIndices, attributes: { getPath: { value: positions, size: 2 } } } as never,
    ...more,
  })
}

/** The lines of one track at a zoom: dashed gaps, the device's band, and the speeds on it. */
export function lineLayers(drawn: DrawnTrack, zoom: number, theme: MapTheme): Layer[] {
  const { track, colour } = drawn
  const coloured = speedPaths(drawn, zoom, theme)
  const { startIndices, positions, colours, length } = coloured
  const attributes = {
    getPath: { value: positions, size: 2 },
    getColor: { value: colours, size: 4, normalized: true },
  }
  const dashes = gapDashes(drawn, zoom)
  return [
    ...(dashes.length > 0
      ? [paths(`gaps-${track.sn}`, dashes, { getWidth: 3, getColor: [...colour, 210], capRounded: false })]
      : []),
    paths(`band-${track.sn}`, coloured, { getWidth: BAND_PX, getColor: [...colour, 150] }),
    paths(`speed-${track.sn}`, coloured, {
      getWidth: LINE_PX,
      data: { length, startIndices, attributes } as never,
    }),
  ]
}

const LETTERS = { stop: 'P', alarm: '!', start: 'A', end: 'B' } as const

/** Stops, alarms, starts and ends: a disc with a letter each, and a triangle for alarms. */
export function eventLayers(events: readonly TrackEvent[], theme: MapTheme): Layer[] {
  const look = MARKER_LOOKS[theme]
  const fill: Readonly<Record<TrackEvent['kind'], Rgb>> = {
    stop: theme === 'dark' ? [58, 92, 150] : [52, 92, 168],
    alarm: look.states.alarm,
    start: [24, 150, 92],
    end: [92, 102, 118],
  }
  const discs = events.filter(({ kind }) => kind !== 'alarm')
  const alarms = events.filter(({ kind }) => kind === 'alarm')
  return [
    new ScatterplotLayer<TrackEvent>({
      id: 'track-events',
      data: discs,
      coordinateSystem: 'lnglat',
      getPosition: ({ at }) => at,
      radiusUnits: 'pixels',
      getRadius: ({ kind }) => (kind === 'stop' ? 7.5 : 9),
      getFillColor: ({ kind }) => [...fill[kind], 255],
      stroked: true,
      lineWidthUnits: 'pixels',
      getLineWidth: 1.5,
      getLineColor: [255, 255, 255, 235],
    }),
    new ShapeLayer({
      id: 'track-alarms',
      ...shapesAt(
        alarms.map(({ at }) => at),
        () => [STATE_INDEX.alarm, 0, -1, 0],
      ),
      look,
      icons: false,
      radiusPx: 8,
    }),
    new TextLayer<TrackEvent>({
      id: 'track-letters',
      data: [...discs, ...alarms],
      coordinateSystem: 'lnglat',
      getPosition: ({ at }) => at,
      getText: ({ kind }) => LETTERS[kind],
      getSize: ({ kind }) => (kind === 'stop' || kind === 'alarm' ? 10 : 11),
      getPixelOffset: [0, 0.5],
      getColor: [255, 255, 255, 255],
      fontFamily: MARKER_FONT,
      fontWeight: 700,
      characterSet: 'PAB!',
      fontSettings: { fontSize: 48, sdf: true, buffer: 6 },
    }),
  ]
}

/** Devices at the moment, with their headings, and their names where letters are loaded. */
export function markLayers(
  marks: readonly MovingMark[],
  theme: MapTheme,
  vehicleGlyph: number,
  ready: (text: string) => string | undefined,
): Layer[] {
  const look = MARKER_LOOKS[theme]
  const rad = Math.PI / 180
  const named = marks.length > 1 ? marks.filter(({ name }) => ready(name) !== undefined) : []
  return [
    new ScatterplotLayer<MovingMark>({
      id: 'track-mark-rings',
      data: [...marks],
      coordinateSystem: 'lnglat',
      getPosition: ({ at }) => at,
      radiusUnits: 'pixels',
      getRadius: 18,
      getFillColor: ({ colour }) => [...colour, 110],
    }),
    new ShapeLayer({
      id: 'track-marks',
      ...shapesAt(
        marks.map(({ at }) => at),
        (i) => {
          const { lost, directionDeg } = marks[i]!
          return [
            lost ? STATE_INDEX.gpsLost : STATE_INDEX.online,
            vehicleGlyph,
            lost ? -1 : directionDeg * rad,
            0,
          ]
        },
      ),
      look,
      icons: true,
      radiusPx: 12.5,
    }),
    ...(named.length > 0
      ? [
          new TextLayer<MovingMark>({
            id: 'track-mark-names',
            data: named,
            coordinateSystem: 'lnglat',
            getPosition: ({ at }) => at,
            getText: ({ name }) => name,
            getPixelOffset: [0, 27],
            getSize: 12,
            getColor: [...look.text, 255],
            fontFamily: MARKER_FONT,
            fontWeight: 600,
            fontSettings: { sdf: true, fontSize: 48, buffer: 8, radius: 14, cutoff: 0.22, smoothing: 0.16 },
            outlineWidth: 3.2,
            outlineColor: [...look.halo, 235],
            characterSet: 'auto',
          }),
        ]
      : []),
  ]
}

/** The place that the pointer shows, on the map or in the chart. */
export function hoverLayer(at: [number, number], theme: MapTheme): Layer {
  return new ScatterplotLayer({
    id: 'track-hover',
    data: [at],
    coordinateSystem: 'lnglat',
    getPosition: (position: [number, number]) => position,
    radiusUnits: 'pixels',
    getRadius: 7,
    filled: true,
    getFillColor: theme === 'dark' ? [255, 255, 255, 230] : [20, 28, 40, 230],
    stroked: true,
    lineWidthUnits: 'pixels',
    getLineWidth: 2.5,
    getLineColor: [...MARKER_LOOKS[theme].accent, 255],
  })
}

/** Shapes at places, whose offsets count from the first of them. */
function shapesAt(places: readonly [number, number][], marks: (i: number) => readonly number[]) {
  const [lng, lat] = places[0] ?? [0, 0]
  const origin: Origin = [mercatorX(lng), mercatorY(lat)]
  return {
    origin,
    offsets: Float32Array.from(
      places.flatMap(([x, y]) => [mercatorX(x) - origin[0], mercatorY(y) - origin[1]]),
    ),
    marks: Float32Array.from(places.flatMap((_, i) => marks(i))),
  }
}
