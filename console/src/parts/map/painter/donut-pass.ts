import { aggregateRadiusPx } from '../hit-index.ts'
import { LOOK_BLOCK } from '../look-block.ts'
import type { Aggregates } from '../marker-frame.ts'
import type { MarkerLook } from '../marker-look.ts'
import { MARKER_STATES, STATE_INDEX } from '../marker-state.ts'
import { FRAGMENT_HEAD, GlPass, type PaintView, VERTEX_HEAD } from './gl-pass.ts'
import { lookFloats } from './look-floats.ts'

/** Ring segments in turn order; what is left of the ring is alarms. */
const ORDER = ['online', 'offline', 'gpsLost', 'processed'] as const

const BLOCK = `\
layout(std140) uniform donutUniforms {
${LOOK_BLOCK}
} donut;
`

const VERTEX = `\
${VERTEX_HEAD}
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
${FRAGMENT_HEAD}
${BLOCK}
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

/** Aggregates as rings cut by state. */
export class DonutPass {
  readonly #pass: GlPass
  #look: MarkerLook | undefined

  constructor(gl: WebGL2RenderingContext) {
    this.#pass = new GlPass(gl, {
      vertex: VERTEX,
      fragment: FRAGMENT,
      attributes: { offsets: 2, radii: 1, bounds: 4 },
      block: 'donutUniforms',
    })
  }

  set(aggregates: Aggregates, offsets: Float32Array, look: MarkerLook): void {
    const count = aggregates.ids.length
    this.#pass.set('offsets', offsets, count)
    this.#pass.set('radii', Float32Array.from(aggregates.counts, aggregateRadiusPx), count)
    this.#pass.set('bounds', segmentBounds(aggregates), count)
    if (look === this.#look) return
    this.#look = look
    this.#pass.setBlock(Float32Array.from(lookFloats(look)))
  }

  draw(view: PaintView, origin: readonly [number, number]): void {
    this.#pass.draw(view, origin)
  }
}

/** Running shares of the rings' segments, four an aggregate. */
function segmentBounds({ ids, states, counts }: Aggregates): Float32Array {
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
