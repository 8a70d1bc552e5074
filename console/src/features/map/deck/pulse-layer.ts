import type { DefaultProps } from '@deck.gl/core'
import type { Rgb } from '../marker-look.ts'
import { type Origin, QuadLayer } from './quad-layer.ts'

type PulseLayerProps = {
  origin: Origin
  /** Places of all markers from the origin, two numbers each. */
  positions: Float32Array
  /** Which of them have an open alarm. */
  alarmed: Uint32Array
  colour: Rgb
  /** 0 … 1: where the first of the two rings is. */
  phase: number
}

/** Rings grow from the first to the sum of both. */
const FROM_PX = 9
const GROWTH_PX = 22

/** `rings`: radius and opacity of each; `tone`: colour. */
const BLOCK = `\
layout(std140) uniform pulseUniforms {
  vec4 rings;
  vec3 tone;
} pulse;
`

const PULSE_UNIFORMS = {
  name: 'pulse',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: { rings: 'vec4<f32>', tone: 'vec3<f32>' },
} as const

const VERTEX = `\
#version 300 es
#define SHADER_NAME pulse-layer-vertex-shader
in vec2 corner;
in vec2 offsets;
out vec2 vPoint;
void main(void) {
  vPoint = corner * (max(pulse.rings.x, pulse.rings.z) + 2.0);
  gl_Position = toClip(onCanvas(offsets) + vPoint);
}
`

const FRAGMENT = `\
#version 300 es
#define SHADER_NAME pulse-layer-fragment-shader
precision highp float;
in vec2 vPoint;
out vec4 fragColor;
float ringAlpha(float away, vec2 ring) {
  float cover = 1.0 - smoothstep(ring.x - 0.5, ring.x + 0.5, away);
  float line = smoothstep(ring.x - 2.0, ring.x - 1.0, away);
  return cover * ring.y * mix(0.16, 0.86, line);
}
void main(void) {
  float away = length(vPoint);
  // One drawn over the other.
  float clear = (1.0 - ringAlpha(away, pulse.rings.xy)) * (1.0 - ringAlpha(away, pulse.rings.zw));
  fragColor = vec4(pulse.tone, 1.0 - clear);
}
`

const defaultProps: DefaultProps<PulseLayerProps> = {
  origin: { type: 'object', value: [0, 0], compare: false },
  positions: { type: 'object', value: new Float32Array(0), compare: false },
  alarmed: { type: 'object', value: new Uint32Array(0), compare: false },
  colour: { type: 'object', value: [0, 0, 0], compare: false },
  phase: { type: 'number', value: 0 },
}

/** Rings that run outwards from open alarms, two of each. */
export class PulseLayer extends QuadLayer<PulseLayerProps> {
  static override layerName = 'PulseLayer'
  static override defaultProps = defaultProps

  protected override readonly attributes = { offsets: 2 } as const
  protected override readonly shaders = { vertex: VERTEX, fragment: FRAGMENT, uniforms: PULSE_UNIFORMS }

  protected override instances() {
    const { positions, alarmed } = this.props
    const offsets = new Float32Array(alarmed.length * 2)
    for (const [i, place] of alarmed.entries()) {
      offsets[i * 2] = positions[place * 2] as number
      offsets[i * 2 + 1] = positions[place * 2 + 1] as number
    }
    return { count: alarmed.length, values: { offsets } }
  }

  protected override inputs() {
    const { colour, phase } = this.props
    const rings = [0, 0.5].flatMap((shift) => {
      const at = (phase + shift) % 1
      const left = 1 - at
      return [FROM_PX + at * GROWTH_PX, left * Math.sqrt(left)]
    })
    return { pulse: { rings, tone: colour.map((part) => part / 255) } }
  }
}
