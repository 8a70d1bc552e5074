import type { Layer, LayerProps } from '@deck.gl/core'
import { ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { aggregateLayers } from './aggregate-layers.ts'
import { LAYER_COMMON as COMMON, MARKER_FONT } from './layer-common.ts'
import type { MarkerFrame } from './marker-frame.ts'
import type { MarkerLook } from './marker-look.ts'
import { ShapeLayer } from './shape-layer.ts'

const DOT_PX = 5.5
const ICON_PX = 12.5
const PULSE_PX = 22

type Placed = { coordinateSystem: LayerProps['coordinateSystem']; coordinateOrigin: [number, number, number] }

/** How deck reads the positions of a frame. */
function placing(frame: MarkerFrame): Placed {
  return frame.origin
    ? { coordinateSystem: 'lnglat-offsets', coordinateOrigin: [frame.origin[0], frame.origin[1], 0] }
    : { coordinateSystem: 'lnglat', coordinateOrigin: [0, 0, 0] }
}

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

/** A name and its marker's place in the frame. */
type Name = { text: string; place: number }

function names(frame: MarkerFrame, look: MarkerLook, list: readonly Name[]): Layer {
  const { positions } = frame
  return new TextLayer<Name>({
    ...COMMON,
    ...placing(frame),
    id: 'marker-names',
    data: list,
    getText: (name) => name.text,
    getPosition: ({ place }) => [positions[place * 2] as number, positions[place * 2 + 1] as number],
    updateTriggers: { getPosition: positions },
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
      getFillColor: [...look.states.alarm, 40],
      getLineColor: [...look.states.alarm, 220],
      opacity: (1 - at) ** 1.5,
    })
  })
}

const sameNames = (a: readonly Name[], b: readonly Name[]): boolean =>
  a.length === b.length && a.every((name, i) => name.text === b[i]?.text && name.place === b[i]?.place)

/** Makes the layers of frames. The list of names stays the same object while it says the same: laying out is dear. */
export class MarkerLayers {
  readonly #glyphs: HTMLCanvasElement
  #names: readonly Name[] = []

  constructor(glyphs: HTMLCanvasElement) {
    this.#glyphs = glyphs
  }

  /** Every layer of one frame. `nameOf` answers undefined for a name whose letters are not loaded yet. */
  of(
    frame: MarkerFrame,
    look: MarkerLook,
    phase: number,
    nameOf: (id: number) => string | undefined,
  ): Layer[] {
    const list: Name[] = []
    for (const place of frame.named) {
      const text = nameOf(frame.ids[place] as number)
      if (text) list.push({ text, place })
    }
    if (!sameNames(list, this.#names)) this.#names = list
    return [
      ...aggregateLayers(frame.aggregates, look),
      ...pulses(frame, look, phase),
      shapes(frame, look, this.#glyphs),
      ...(list.length > 0 ? [names(frame, look, this.#names)] : []),
    ]
  }
}
