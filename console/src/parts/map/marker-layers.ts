import type { Layer, LayerProps } from '@deck.gl/core'
import { ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { DonutLayer } from './donut-layer.ts'
import { aggregateRadiusPx } from './hit-index.ts'
import type { Aggregates, MarkerFrame } from './marker-frame.ts'
import type { MarkerLook, Rgb } from './marker-look.ts'
import { MARKER_STATES, STATE_INDEX } from './marker-state.ts'
import { ShapeLayer } from './shape-layer.ts'

export const MARKER_FONT = '"Noto Sans SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif'
const DOT_PX = 5.5
const ICON_PX = 12.5
const PULSE_PX = 30

type Placed = { coordinateSystem: LayerProps['coordinateSystem']; coordinateOrigin: [number, number, number] }

/** How deck reads the positions of a frame. */
function placing(frame: MarkerFrame): Placed {
  return frame.origin
    ? { coordinateSystem: 'lnglat-offsets', coordinateOrigin: [frame.origin[0], frame.origin[1], 0] }
    : { coordinateSystem: 'lnglat', coordinateOrigin: [0, 0, 0] }
}

const COMMON = { pickable: false, parameters: { depthCompare: 'always', depthWriteEnabled: false } } as const

function shapes(frame: MarkerFrame, look: MarkerLook, glyphs: HTMLCanvasElement): Layer {
  return new ShapeLayer({
    ...COMMON,
    ...placing(frame),
    id: 'markers',
    data: {
      length: frame.ids.length,
      attributes: {
        getPosition: { value: frame.positions, size: 2 },
        getMarks: { value: frame.marks, size: 4 },
      },
    } as never,
    look,
    glyphs,
    icons: frame.mode === 'near',
    radiusPx: frame.mode === 'near' ? ICON_PX : DOT_PX,
  })
}

type Name = { text: string; x: number; y: number }

function names(frame: MarkerFrame, look: MarkerLook, list: readonly Name[]): Layer {
  return new TextLayer<Name>({
    ...COMMON,
    ...placing(frame),
    id: 'marker-names',
    data: list,
    getText: (name) => name.text,
    getPosition: (name) => [name.x, name.y],
    getPixelOffset: [0, frame.mode === 'near' ? 25 : 16],
    getSize: 12,
    getColor: [...look.text, 255],
    fontFamily: MARKER_FONT,
    fontWeight: 600,
    fontSettings: { sdf: true, fontSize: 48, buffer: 8, radius: 14, cutoff: 0.22, smoothing: 0.16 },
    outlineWidth: 3.2,
    outlineColor: [...look.halo, 235],
    characterSet: 'auto',
    getTextAnchor: 'middle',
    getAlignmentBaseline: 'center',
  })
}

/** Rings that run outwards from open alarms; `phase` 0 … 1 is where they are. */
function pulses(frame: MarkerFrame, look: MarkerLook, phase: number): Layer[] {
  const data = {
    length: frame.alarmed.length,
    places: frame.alarmed,
    positions: frame.positions,
  }
  type Pulse = typeof data
  return [0, 0.5].map((shift) => {
    const at = (phase + shift) % 1
    return new ScatterplotLayer({
      ...COMMON,
      ...placing(frame),
      id: `alarm-pulse-${shift}`,
      data: data as never,
      getPosition: (_object: unknown, info: { index: number; data: unknown }) => {
        const { places, positions } = info.data as Pulse
        const place = places[info.index] as number
        return [positions[place * 2] as number, positions[place * 2 + 1] as number]
      },
      getRadius: 1,
      radiusUnits: 'pixels',
      radiusScale: 9 + at * PULSE_PX,
      filled: true,
      stroked: true,
      lineWidthUnits: 'pixels',
      getLineWidth: 1.5,
      getFillColor: [...look.states.alarm, 70],
      getLineColor: [...look.states.alarm, 220],
      opacity: (1 - at) ** 1.5,
    })
  })
}

/** Running shares of online, offline, lost and processed for DonutLayer; what is left of the ring is alarms. */
function boundsOf(aggregates: Aggregates): Float32Array {
  const order = ['online', 'offline', 'gpsLost', 'processed'] as const
  const bounds = new Float32Array(aggregates.ids.length * 4)
  for (let i = 0; i < aggregates.ids.length; i++) {
    let sum = 0
    for (const [k, state] of order.entries()) {
      sum += aggregates.states[i * MARKER_STATES.length + STATE_INDEX[state]] as number
      bounds[i * 4 + k] = sum / (aggregates.counts[i] as number)
    }
  }
  return bounds
}

const drawn = new WeakMap<Aggregates, { look: MarkerLook; layers: Layer[] }>()

/** Layers of aggregates, made once per reading of the clusters: rings, counts, and a red count where alarms are. */
function aggregateLayers(aggregates: Aggregates, look: MarkerLook): Layer[] {
  const known = drawn.get(aggregates)
  if (known?.look === look) return known.layers
  const places = [...aggregates.ids.keys()]
  const at = (i: number): [number, number] => [
    aggregates.positions[i * 2] as number,
    aggregates.positions[i * 2 + 1] as number,
  ]
  const alarmsOf = (i: number) => aggregates.states[i * MARKER_STATES.length + STATE_INDEX.alarm] as number
  const text = (
    id: string,
    data: number[],
    colour: Rgb,
    write: (i: number) => string,
    size: number,
    lift: boolean,
  ) =>
    new TextLayer<number>({
      ...COMMON,
      id,
      data,
      coordinateSystem: 'lnglat',
      getText: write,
      getPosition: at,
      getSize: size,
      getColor: [...colour, 255],
      fontFamily: MARKER_FONT,
      fontWeight: 600,
      characterSet: '0123456789k.',
      fontSettings: { fontSize: 48, sdf: true, buffer: 6 },
      getPixelOffset: (i) => {
        const out = aggregateRadiusPx(aggregates.counts[i] as number) * 0.74
        return lift ? [out, -out] : [0, 1]
      },
      background: lift,
      getBackgroundColor: [...look.states.alarm, 255],
      backgroundPadding: [5, 2],
      backgroundBorderRadius: 8,
      getBorderColor: [...look.halo, 255],
      getBorderWidth: lift ? 1 : 0,
    })
  const layers: Layer[] = [
    new DonutLayer({
      ...COMMON,
      id: 'aggregates',
      coordinateSystem: 'lnglat',
      data: {
        length: places.length,
        attributes: {
          getPosition: { value: aggregates.positions, size: 2 },
          getRadius: {
            value: Float32Array.from(aggregates.counts, (count) => aggregateRadiusPx(count)),
            size: 1,
          },
          getBounds: { value: boundsOf(aggregates), size: 4 },
        },
      } as never,
      look,
    }),
    text('aggregate-counts', places, look.text, (i) => shortCount(aggregates.counts[i] as number), 13, false),
    text(
      'aggregate-alarms',
      places.filter((i) => alarmsOf(i) > 0),
      [255, 255, 255],
      (i) => shortCount(alarmsOf(i)),
      11,
      true,
    ),
  ]
  drawn.set(aggregates, { look, layers })
  return layers
}

export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`
}

/** Every layer of one frame. `nameOf` answers undefined for a name whose letters are not loaded yet. */
export function markerLayers(
  frame: MarkerFrame,
  look: MarkerLook,
  glyphs: HTMLCanvasElement,
  phase: number,
  nameOf: (id: number) => string | undefined,
): Layer[] {
  const list: Name[] = []
  for (const place of frame.named) {
    const text = nameOf(frame.ids[place] as number)
    const x = frame.positions[place * 2] as number
    const y = frame.positions[place * 2 + 1] as number
    if (text) list.push({ text, x, y })
  }
  return [
    ...aggregateLayers(frame.aggregates, look),
    ...pulses(frame, look, phase),
    shapes(frame, look, glyphs),
    names(frame, look, list),
  ]
}
