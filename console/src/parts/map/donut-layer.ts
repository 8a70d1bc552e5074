import type { DefaultProps } from '@deck.gl/core'
import { MARKER_LOOKS, type MarkerLook } from './marker-look.ts'
import { LOOK_BLOCK, LOOK_TYPES, lookUniforms, QuadLayer } from './quad-layer.ts'

export type DonutLayerProps = { look: MarkerLook }

const BLOCK = `\
layout(std140) uniform donutUniforms {
${LOOK_BLOCK}
} donut;
`
const UNIFORMS = { name: 'donut', vs: BLOCK, fs: BLOCK, uniformTypes: LOOK_TYPES } as const

const VERTEX = `\
#version 300 es
#define SHADER_NAME donut-layer-vertex-shader
in vec2 positions;
in vec2 instancePositions;
in float instanceRadii;
in vec4 instanceBounds;
out vec2 vPoint;
out float vRadius;
out vec4 vBounds;
void main(void) {
  geometry.worldPosition = vec3(instancePositions, 0.0);
  vPoint = positions * (instanceRadii + 4.0);
  vRadius = instanceRadii;
  vBounds = instanceBounds;
  gl_Position = project_position_to_clipspace(vec3(instancePositions, 0.0), vec3(0.0), vec3(0.0), geometry.position);
  gl_Position.xy += project_pixel_size_to_clipspace(vPoint);
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

const defaultProps: DefaultProps<DonutLayerProps> = {
  look: { type: 'object', value: MARKER_LOOKS.dark, compare: false },
}

/**
 * Aggregates as rings cut by state: getPosition (two floats), getRadius (pixels) and getBounds (running shares of
 * online, offline, lost, processed; the rest is alarms), given as binary attributes.
 */
export class DonutLayer extends QuadLayer<DonutLayerProps> {
  static override layerName = 'DonutLayer'
  static override defaultProps = defaultProps

  protected override readonly shaders = { vs: VERTEX, fs: FRAGMENT, uniforms: UNIFORMS }
  protected override readonly instanceAttributes = {
    instancePositions: { size: 2, accessor: 'getPosition' },
    instanceRadii: { size: 1, accessor: 'getRadius' },
    instanceBounds: { size: 4, accessor: 'getBounds' },
  }

  protected override uniforms() {
    return { donut: lookUniforms(this.props.look) }
  }
}
