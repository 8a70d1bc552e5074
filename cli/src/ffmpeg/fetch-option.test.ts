import { expect, test } from 'vitest'
import { fetchOption } from './fetch-option.ts'

test('an ffmpeg is fetched unless the flag or the variable says no', () => {
  expect(fetchOption({ fetch: true }, {})).toBeTypeOf('function')
  expect(fetchOption({ fetch: true }, { BACKLOT_FETCH: 'on' })).toBeTypeOf('function')
  expect(fetchOption({ fetch: false }, {})).toBeUndefined()
  expect(fetchOption({ fetch: true }, { BACKLOT_FETCH: 'off' })).toBeUndefined()
  expect(() => fetchOption({ fetch: true }, { BACKLOT_FETCH: 'no' })).toThrow(
    'BACKLOT_FETCH=no: write on or off.',
  )
})
