import type { DefaultProps } from '@deck.gl/core'
import { aggregateRadiusPx } from '../hit-index.ts'
import { LOOK_BLOCK, LOOK_TYPES, lookUniforms } from '../look-block.ts'
import type { Aggregates } from '../marker-frame.ts'
import { MARKER_LOOKS, type MarkerLook } from '../marker-look.ts'
import { MARKER_STATES, STATE_INDEX } from '../marker-state.ts'
import { type Origin, QuadLayer } from './quad-layer.ts'

type DonutLayerProps = {
  origin: Origin
  /** Places of the aggregates from the origin, two numbers each. */
  offsets: Float32Array
  aggregates: Pick<Aggregates, 'counts' | 'states'>
  look: MarkerLook
}

/** Ring segments in turn order; the rest of the ring is alarms. */
const ORDER = ['online', 'offline', 'gpsLost', 'processed'] as const

const BLOCK = `\
layout(std140) uniform donutUniforms {
${LOOK_BLOCK}
} donut;
`

const DONUT_UNIFORMS = { name: 'donut', vs: BLOCK, fs: BLOCK, uniformTypes: LOOK_TYPES } as const

const VERTEX = `\
#version 300 es
#define SHADER_NAME donut-layer-vertex-shader
in vec2 corner;
in vec2 offsets;
in float radii;
in vec4 bounds;
out vec2 vPoint;
out float vRadius;
out vec4 vBounds;
void main(void) {
  vPoint = corner * (radii + 4.0);
  vRadius = radii;
  vBounds = bounds;
  gl_Position = toClip(onCanvas(offsets) + vec2(vPoint.x, -vPoint.y));
}
`

const FRAGMENT = `\
#version 300 es
#define SHADER_NAME donut-layer-fragment-shader
precision highp float;
in vec2 vPoint;
in float vRadius;
in vec4 vBounds;
out vec4 fragColor;
const float SOFT = 0.75;
const float RING = 5.0;
void main(void) {
  float away = length(vPoint);
  float cover = 1.0 - smoothstep(vRadius + 1.5 - SOFT, vRadius + 1.5 + SOFT, away);
  if (cover <= 0.0) discard;
  float turn = fract(atan(vPoint.x, vPoint.y) / 6.2831853 + 1.0);
  vec3 tone = donut.alarm;
  if (turn < vBounds.x) tone = donut.online;
  else if (turn < vBounds.y) tone = donut.offline;
  else if (turn < vBounds.z) tone = donut.gpsLost;
  else if (turn < vBounds.w) tone = donut.processed;
  vec3 colour = mix(tone, donut.halo, smoothstep(vRadius - SOFT, vRadius + SOFT, away));
  colour = mix(donut.paper, colour, smoothstep(vRadius - RING - SOFT, vRadius - RING + SOFT, away));
  fragColor = vec4(colour, cover * (away < vRadius - RING ? 0.94 : 1.0));
}
`

const NO_AGGREGATES = { counts: new Uint32Array(0), states: new Uint32Array(0) }
const defaultProps: DefaultProps<DonutLayerProps> = {
  origin: { type: 'object', value: [0, 0], compare: false },
  offsets: { type: 'object', value: new Float32Array(0), compare: false },
  aggregates: { type: 'object', value: NO_AGGREGATES, compare: false },
  look: { type: 'object', value: MARKER_LOOKS.dark, compare: false },
}

/** Aggregates as rings cut by state. */
export class DonutLayer extends QuadLayer<DonutLayerProps> {
  static override layerName = 'DonutLayer'
  static override defaultProps = defaultProps

  protected override readonly attributes = { offsets: 2, radii: 1, bounds: 4 } as const
  protected override readonly shaders = { vertex: VERTEX, fragment: FRAGMENT, uniforms: DONUT_UNIFORMS }

  protected override instances() {
    const { offsets, aggregates } = this.props
    const radii = Float32Array.from(aggregates.counts, aggregateRadiusPx)
    return { count: radii.length, values: { offsets, radii, bounds: segmentBounds(aggregates) } }
  }

  protected override inputs() {
    return { donut: lookUniforms(this.props.look) }
  }
}

/** Running shares of the rings' segments, four an aggregate. */
function segmentBounds({ states, counts }: DonutLayerProps['aggregates']): Float32Array {
  const bounds = new Float32Array(counts.length * ORDER.length)
  for (let i = 0; i < counts.length; i++) {
    let sum = 0
    for (const [k, state] of ORDER.entries()) {
      sum += states[i * MARKER_STATES.length + STATE_INDEX[state]] as number
      bounds[i * ORDER.length + k] = sum / (counts[i] as number)
    }
  }
  return bounds
}
