import { expect, it, vi } from 'vitest'
import { GlPass } from './gl-pass.ts'

/** A context that takes everything, and in which nothing fails. */
function anyContext(bufferData: (target: number, values: Float32Array) => void): WebGL2RenderingContext {
  return new Proxy({}, { get: (_, name) => (name === 'bufferData' ? bufferData : () => ({})) }) as never
}

it('hands the values of an attribute over when they change, and only then', () => {
  const bufferData = vi.fn()
  const gl = anyContext(bufferData)
  const pass = new GlPass(gl, { vertex: '', fragment: '', attributes: { offsets: 2, radii: 1 } })
  const handedOver = (name: string, values: number[]) => {
    bufferData.mockClear()
    pass.set(name, Float32Array.from(values), 1)
    return bufferData.mock.calls.map(([, taken]) => [...taken])
  }
  expect(handedOver('offsets', [1, 2])).toEqual([[1, 2]])
  expect(handedOver('radii', [1])).toEqual([[1]])
  expect(handedOver('offsets', [1, 2])).toEqual([])
  expect(handedOver('offsets', [1, 3])).toEqual([[1, 3]])
  expect(handedOver('offsets', [1, 3, 4, 5])).toEqual([[1, 3, 4, 5]])
  expect(handedOver('radii', [1])).toEqual([])
  expect(handedOver('offsets', [])).toEqual([[]])
  expect(handedOver('offsets', [])).toEqual([])
})
