import { type DefaultProps, Layer, project32 } from '@deck.gl/core'
import { Geometry, Model } from '@luma.gl/engine'
import type { MarkerLook, Rgb } from './marker-look.ts'

export type DonutLayerProps = { look: MarkerLook }

const BLOCK = `\
layout(std140) uniform donutUniforms {
  vec3 offline;
  vec3 online;
  vec3 processed;
  vec3 gpsLost;
  vec3 alarm;
  vec3 paper;
  vec3 halo;
} donut;
`
const UNIFORMS = {
  name: 'donut',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: {
    offline: 'vec3<f32>',
    online: 'vec3<f32>',
    processed: 'vec3<f32>',
    gpsLost: 'vec3<f32>',
    alarm: 'vec3<f32>',
    paper: 'vec3<f32>',
    halo: 'vec3<f32>',
  },
} as const

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
  look: { type: 'object', value: undefined as unknown as MarkerLook, compare: false },
}

const unit = (colour: Rgb): number[] => colour.map((part) => part / 255)

/**
 * Aggregates as rings cut by state: getPosition (two floats), getRadius (pixels) and getBounds (running shares of
 * online, offline, lost, processed; the rest is alarms), given as binary attributes.
 */
export class DonutLayer extends Layer<Required<DonutLayerProps>> {
  static override layerName = 'DonutLayer'
  static override defaultProps = defaultProps
  declare state: { model?: Model }

  override getShaders() {
    return super.getShaders({ vs: VERTEX, fs: FRAGMENT, modules: [project32, UNIFORMS] })
  }

  override initializeState() {
    this.getAttributeManager()?.addInstanced({
      instancePositions: { size: 2, accessor: 'getPosition' },
      instanceRadii: { size: 1, accessor: 'getRadius' },
      instanceBounds: { size: 4, accessor: 'getBounds' },
    })
    this.setState({
      model: new Model(this.context.device, {
        ...this.getShaders(),
        id: this.props.id,
        bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
        geometry: new Geometry({
          topology: 'triangle-strip',
          attributes: { positions: { size: 2, value: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) } },
        }),
        isInstanced: true,
      }),
    })
  }

  override draw() {
    const { look } = this.props
    const { model } = this.state
    if (!model) return
    model.shaderInputs.setProps({
      donut: {
        offline: unit(look.states.offline),
        online: unit(look.states.online),
        processed: unit(look.states.processed),
        gpsLost: unit(look.states.gpsLost),
        alarm: unit(look.states.alarm),
        paper: unit(look.paper),
        halo: unit(look.halo),
      },
    })
    model.draw(this.context.renderPass)
  }
}
