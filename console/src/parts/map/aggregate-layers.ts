import type { Layer } from '@deck.gl/core'
import { TextLayer } from '@deck.gl/layers'
import { DonutLayer } from './donut-layer.ts'
import { aggregateRadiusPx } from './hit-index.ts'
import { LAYER_COMMON, MARKER_FONT } from './layer-common.ts'
import type { Aggregates } from './marker-frame.ts'
import type { MarkerLook, Rgb } from './marker-look.ts'
import { MARKER_STATES, STATE_INDEX } from './marker-state.ts'

/** Ring segments in turn order; what is left of the ring is alarms. */
const ORDER = ['online', 'offline', 'gpsLost', 'processed'] as const

const drawn = new WeakMap<Aggregates, { look: MarkerLook; layers: Layer[] }>()

/** Layers of aggregates, made once per reading of the clusters: rings, counts, and a red count where alarms are. */
export function aggregateLayers(aggregates: Aggregates, look: MarkerLook): Layer[] {
  if (aggregates.ids.length === 0) return []
  const known = drawn.get(aggregates)
  if (known?.look === look) return known.layers
  const layers = makeLayers(aggregates, look)
  drawn.set(aggregates, { look, layers })
  return layers
}

function makeLayers(aggregates: Aggregates, look: MarkerLook): Layer[] {
  const places = [...aggregates.ids.keys()]
  const alarmsOf = (i: number) => aggregates.states[i * MARKER_STATES.length + STATE_INDEX.alarm] as number
  const alarmed = places.filter((i) => alarmsOf(i) > 0)
  const countOf = (i: number) => aggregates.counts[i] as number
  const layers: Layer[] = [rings(aggregates, look)]
  layers.push(
    counts(aggregates, look.text, { id: 'aggregate-counts', places, countOf, sizePx: 13, badge: undefined }),
  )
  if (alarmed.length > 0) {
    layers.push(
      counts(aggregates, [255, 255, 255], {
        id: 'aggregate-alarms',
        places: alarmed,
        countOf: alarmsOf,
        sizePx: 11,
        badge: look,
      }),
    )
  }
  return layers
}

function rings(aggregates: Aggregates, look: MarkerLook): Layer {
  return new DonutLayer({
    ...LAYER_COMMON,
    id: 'aggregates',
    coordinateSystem: 'lnglat',
    data: {
      length: aggregates.ids.length,
      attributes: {
        getPosition: { value: aggregates.positions, size: 2 },
        getRadius: { value: Float32Array.from(aggregates.counts, aggregateRadiusPx), size: 1 },
        getBounds: { value: boundsOf(aggregates), size: 4 },
      },
    } as never,
    look,
  })
}

/** Running shares of the ring's segments. */
function boundsOf({ ids, states, counts }: Aggregates): Float32Array {
  const bounds = new Float32Array(ids.length * ORDER.length)
  for (let i = 0; i < ids.length; i++) {
    let sum = 0
    for (const [k, state] of ORDER.entries()) {
      sum += states[i * MARKER_STATES.length + STATE_INDEX[state]] as number
      bounds[i * ORDER.length + k] = sum / (counts[i] as number)
    }
  }
  return bounds
}

type CountOptions = {
  id: string
  places: number[]
  countOf(place: number): number
  sizePx: number
  /** Set: a badge at the ring's upper right; else the number stands in its middle. */
  badge: MarkerLook | undefined
}

function counts(aggregates: Aggregates, colour: Rgb, options: CountOptions): Layer {
  const { id, places, countOf, sizePx, badge } = options
  return new TextLayer<number>({
    ...LAYER_COMMON,
    id,
    data: places,
    coordinateSystem: 'lnglat',
    getText: (i) => shortCount(countOf(i)),
    getPosition: (i) => [aggregates.positions[i * 2] as number, aggregates.positions[i * 2 + 1] as number],
    getSize: sizePx,
    getColor: [...colour, 255],
    fontFamily: MARKER_FONT,
    fontWeight: 600,
    characterSet: '0123456789k.',
    fontSettings: { fontSize: 48, sdf: true, buffer: 6 },
    getPixelOffset: (i) => {
      const out = aggregateRadiusPx(aggregates.counts[i] as number) * 0.74
      return badge ? [out, -out] : [0, 1]
    },
    ...(badge && {
      background: true,
      getBackgroundColor: [...badge.states.alarm, 255],
      backgroundPadding: [5, 2],
      backgroundBorderRadius: 8,
      getBorderColor: [...badge.halo, 255],
      getBorderWidth: 1,
    }),
  })
}

/** Counts of up to four characters. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`
}
