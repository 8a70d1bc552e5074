import { expect, test } from 'vitest'
import { FACTORY_ENCODING } from '../devices/device-config.ts'
import { encoderProfile } from './encoder-profile.ts'
import { MEDIA_DEFAULTS } from './media-options.ts'

test('a camera as it left the factory is encoded as media does by itself, so that spare encoders fit', () => {
  const { framesPerSecond, sizes } = MEDIA_DEFAULTS
  for (const type of ['main', 'sub'] as const) {
    const profile = encoderProfile(FACTORY_ENCODING[type], sizes[type].quality)
    expect(profile).toEqual({ framesPerSecond, ...sizes[type] })
  }
})

test('resolution, rate and quality are those that were set', () => {
  const stream = { ...FACTORY_ENCODING.sub, resolution: '1280x720', frameRate: 25, quality: 'best' } as const
  expect(encoderProfile(stream, 26)).toMatchObject({
    width: 1280,
    height: 720,
    framesPerSecond: 25,
    quality: 20,
  })
  const constant = { ...stream, bitRateType: 'constant', bitRateKbps: 2048 } as const
  expect(encoderProfile(constant, 26)).toMatchObject({ isConstant: true, ceilingKbps: 2048 })
  expect(encoderProfile({ ...constant, codec: 'h265' }, 26)).toMatchObject({ codec: 'h265' })
})
