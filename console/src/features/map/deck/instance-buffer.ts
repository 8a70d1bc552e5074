import type { Device } from '@luma.gl/core'
import { DynamicBuffer } from '@luma.gl/engine'

/** The values of an attribute on the GPU, which are handed over when they have changed. */
export class InstanceBuffer {
  readonly buffer: DynamicBuffer
  #values: Float32Array | undefined

  constructor(device: Device, id: string) {
    this.buffer = new DynamicBuffer(device, { id, byteLength: 0 })
  }

  /** Takes values that nobody changes any more. */
  set(values: Float32Array): void {
    if (isSame(this.#values, values)) return
    this.#values = values
    this.buffer.ensureSize(values.byteLength)
    if (values.length > 0) this.buffer.write(values)
  }
}

const isSame = (held: Float32Array | undefined, values: Float32Array): boolean =>
  held?.length === values.length && held.every((value, i) => value === values[i])
