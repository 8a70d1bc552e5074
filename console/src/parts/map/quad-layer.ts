import { Layer, project32 } from '@deck.gl/core'
import { Geometry, Model } from '@luma.gl/engine'
import type { MarkerLook, Rgb } from './marker-look.ts'

/** Attributes of an instance by name in the shader; all are given as binary attributes. */
type InstanceAttributes = Readonly<Record<string, { size: number; accessor: string }>>

type Shaders = { vs: string; fs: string; uniforms: object }

/** Corners of a square around the middle of an instance. */
const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])

/** Draws a square for each instance; what is seen on it is the fragment shader's. The map is flat: no depth. */
export abstract class QuadLayer<Props extends object> extends Layer<Required<Props>> {
  static override layerName = 'QuadLayer'
  declare state: { model?: Model }

  protected abstract readonly instanceAttributes: InstanceAttributes
  protected abstract readonly shaders: Shaders
  /** Values of the shader's uniforms, by the name of their block. */
  protected abstract uniforms(): Record<string, Record<string, unknown>> | undefined

  override getShaders() {
    const { vs, fs, uniforms } = this.shaders
    return super.getShaders({ vs, fs, modules: [project32, uniforms] })
  }

  override initializeState() {
    this.getAttributeManager()?.addInstanced(this.instanceAttributes)
    this.setState({
      model: new Model(this.context.device, {
        ...this.getShaders(),
        id: this.props.id,
        bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
        geometry: new Geometry({
          topology: 'triangle-strip',
          attributes: { positions: { size: 2, value: CORNERS } },
        }),
        isInstanced: true,
      }),
    })
  }

  override draw() {
    const { model } = this.state
    const uniforms = model && this.uniforms()
    if (!uniforms) return
    model.shaderInputs.setProps(uniforms)
    model.draw(this.context.renderPass)
  }
}

const unit = (colour: Rgb): number[] => colour.map((part) => part / 255)

/** Uniforms of the colours that both shaders know, in the order of LOOK_BLOCK. */
export const LOOK_TYPES = {
  offline: 'vec3<f32>',
  online: 'vec3<f32>',
  processed: 'vec3<f32>',
  gpsLost: 'vec3<f32>',
  alarm: 'vec3<f32>',
  paper: 'vec3<f32>',
  halo: 'vec3<f32>',
  accent: 'vec3<f32>',
} as const

/** Members of a uniform block for LOOK_TYPES. */
export const LOOK_BLOCK = Object.keys(LOOK_TYPES)
  .map((name) => `  vec3 ${name};`)
  .join('\n')

export function lookUniforms(look: MarkerLook): Record<keyof typeof LOOK_TYPES, number[]> {
  const { states, paper, halo, accent } = look
  return {
    offline: unit(states.offline),
    online: unit(states.online),
    processed: unit(states.processed),
    gpsLost: unit(states.gpsLost),
    alarm: unit(states.alarm),
    paper: unit(paper),
    halo: unit(halo),
    accent: unit(accent),
  }
}
