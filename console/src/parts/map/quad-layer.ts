import { Layer, project32 } from '@deck.gl/core'
import { Geometry, Model } from '@luma.gl/engine'

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
