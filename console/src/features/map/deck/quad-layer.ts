import { Layer, type LayerContext, type UpdateParameters } from '@deck.gl/core'
import { Geometry, Model } from '@luma.gl/engine'
import { InstanceBuffer } from './instance-buffer.ts'

/** Where the offsets of a layer's instances count from, in the Mercator square of the display. */
export type Origin = readonly [x: number, y: number]

/** Data of a layer: for each attribute its floats, one instance after the other. They are not changed any more. */
type Instances = { count: number; values: Readonly<Record<string, Float32Array>> }

type Shaders = {
  vertex: string
  fragment: string
  /** Module of the uniform block that both know. */
  uniforms: { name: string }
}

/** Values of uniforms and textures by the name of their module. */
type Inputs = Parameters<Model['shaderInputs']['setProps']>[0]

export type QuadState = { model: Model; numInstances: number; buffers: Map<string, InstanceBuffer> }

/** Corners of a square around the middle of an instance. */
const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])
const FORMATS = { 1: 'float32', 2: 'float32x2', 4: 'float32x4' } as const

/** The way from the Mercator square to the canvas, CSS pixels: all that a pan changes. */
const QUAD_UNIFORMS = {
  name: 'quad',
  vs: `\
layout(std140) uniform quadUniforms {
  vec2 origin;
  vec2 size;
  float scale;
  float ratio;
} quad;
vec2 onCanvas(vec2 offset) { return offset * quad.scale + quad.origin; }
vec4 toClip(vec2 px) { return vec4(px.x * 2.0 / quad.size.x - 1.0, 1.0 - px.y * 2.0 / quad.size.y, 0.0, 1.0); }
`,
  uniformTypes: { origin: 'vec2<f32>', size: 'vec2<f32>', scale: 'f32', ratio: 'f32' },
} as const

/**
 * Draws a square (`corner`) for each instance; the fragment shader decides its content. Instances go to the GPU as they
 * are, without deck's attributes: only those whose values have changed.
 */
export abstract class QuadLayer<Props extends { origin: Origin }> extends Layer<Props> {
  static override layerName = 'QuadLayer'
  declare state: QuadState

  /** Floats of an instance by the attribute's name. */
  protected abstract readonly attributes: Readonly<Record<string, keyof typeof FORMATS>>
  protected abstract readonly shaders: Shaders
  protected abstract instances(): Instances
  protected abstract inputs(): Inputs

  override initializeState(_context: LayerContext): void {
    const { device, shaderAssembler } = this.context
    const { vertex, fragment, uniforms } = this.shaders
    const buffers = new Map<string, InstanceBuffer>()
    for (const name of Object.keys(this.attributes)) {
      buffers.set(name, new InstanceBuffer(device, `${this.id}-${name}`))
    }
    const model = new Model(device, {
      id: this.id,
      vs: vertex,
      fs: fragment,
      modules: [QUAD_UNIFORMS, uniforms],
      shaderAssembler,
      geometry: new Geometry({
        topology: 'triangle-strip',
        attributes: { corner: { size: 2, value: CORNERS } },
        vertexCount: 4,
      }),
      bufferLayout: Object.entries(this.attributes).map(([name, size]) => ({
        name,
        format: FORMATS[size],
        stepMode: 'instance',
      })),
      attributes: Object.fromEntries([...buffers].map(([name, { buffer }]) => [name, buffer])),
      isInstanced: true,
      disableWarnings: true,
    })
    this.state = { model, numInstances: 0, buffers }
  }

  override updateState(params: UpdateParameters<this>): void {
    super.updateState(params)
    const { count, values } = this.instances()
    this.state.numInstances = count
    for (const [name, taken] of Object.entries(values)) this.state.buffers.get(name)?.set(taken)
    this.state.model.shaderInputs.setProps(this.inputs())
  }

  override draw(): void {
    const { model } = this.state
    const { viewport, device, renderPass } = this.context
    const { width, height, center, scale } = viewport
    const { origin } = this.props
    // deck's plane is 512 wide, and grows northwards.
    const [x, y] = [origin[0] - (center[0] as number) / 512, origin[1] - 1 + (center[1] as number) / 512]
    const side = scale * 512
    model.shaderInputs.setProps({
      quad: {
        origin: [x * side + width / 2, y * side + height / 2],
        size: [width, height],
        scale: side,
        ratio: device.getDefaultCanvasContext().cssToDeviceRatio(),
      },
    })
    model.draw(renderPass)
  }

  override finalizeState(context: LayerContext): void {
    super.finalizeState(context)
    for (const { buffer } of this.state.buffers.values()) buffer.destroy()
  }

  override getNumInstances(): number {
    return this.state.numInstances
  }

  protected override _getAttributeManager(): null {
    return null
  }
}
