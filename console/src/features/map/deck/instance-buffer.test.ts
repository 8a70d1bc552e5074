import { expect, it } from 'vitest'
import { InstanceBuffer } from './instance-buffer.ts'

/** A device whose buffers record their writes. */
function anyDevice(written: number[][]) {
  const createBuffer = ({ byteLength = 0 }) => ({
    byteLength,
    write: (values: Float32Array) => written.push([...values]),
    destroy: () => undefined,
  })
  return { createBuffer, incrementTimestamp: () => 1 } as never
}

it('hands the values of an attribute over when they change, and only then', () => {
  const written: number[][] = []
  const device = anyDevice(written)
  const [offsets, radii] = [new InstanceBuffer(device, 'offsets'), new InstanceBuffer(device, 'radii')]
  const handedOver = (buffer: InstanceBuffer, values: number[]) => {
    written.length = 0
    buffer.set(Float32Array.from(values))
    return [...written]
  }
  expect(handedOver(offsets, [1, 2])).toEqual([[1, 2]])
  expect(handedOver(radii, [1])).toEqual([[1]])
  expect(handedOver(offsets, [1, 2])).toEqual([])
  expect(handedOver(offsets, [1, 3])).toEqual([[1, 3]])
  expect(handedOver(offsets, [1, 3, 4, 5])).toEqual([[1, 3, 4, 5]])
  expect(handedOver(offsets, [1, 3])).toEqual([[1, 3]])
  expect(handedOver(radii, [1])).toEqual([])
  expect(handedOver(offsets, [])).toEqual([])
  expect(handedOver(offsets, [1, 3])).toEqual([[1, 3]])
})
