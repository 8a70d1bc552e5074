import { expect, it } from 'vitest'
import { imageFault } from './image-fault.ts'

it('holds pictures to format, size and resolution', () => {
  const good = { type: 'image/png', bytes: 1024 * 1024, width: 250, height: 50 }
  expect(imageFault(good)).toBeUndefined()
  expect(imageFault({ ...good, type: 'image/gif' })).toBe('format')
  expect(imageFault({ ...good, bytes: 1024 * 1024 + 1 })).toBe('size')
  expect(imageFault({ ...good, height: 49 })).toBe('resolution')
})
