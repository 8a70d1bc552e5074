import { expect, it } from 'vitest'
import { createConnectionShare } from './connection-share.ts'

it('leaves room for others when one address takes all that it gets', () => {
  const share = createConnectionShare({ inAll: 4, ofAddress: 3 })
  const taken = [1, 2, 3, 4, 5].map(() => share.take('10.0.0.1')).filter((one) => one !== undefined)
  expect(taken).toHaveLength(3)
  const other = share.take('10.0.0.2')
  expect(other).toBeDefined()
  expect(share.take('10.0.0.3')).toBeUndefined()
  taken[0]!()
  expect(share.take('10.0.0.3')).toBeDefined()
  expect(share.count()).toBe(4)
})
