import { expect, test } from 'vitest'
import { mediaSupport } from './media-support.ts'

const knowing = (...codecs: string[]) => ({
  isTypeSupported: (type: string) => codecs.some((codec) => type.includes(codec)),
})

test('a browser without media source extensions plays no live video', () => {
  expect(mediaSupport({})).toEqual({ live: false, hevc: false })
})

test('H.264 is needed, H.265 is a gift', () => {
  expect(mediaSupport({ MediaSource: knowing('avc1') })).toEqual({ live: true, hevc: false })
  expect(mediaSupport({ MediaSource: knowing('avc1', 'hvc1') })).toEqual({ live: true, hevc: true })
  expect(mediaSupport({ MediaSource: knowing('vp9') })).toEqual({ live: false, hevc: false })
})

test('the managed media source of phones does as well', () => {
  expect(mediaSupport({ ManagedMediaSource: knowing('avc1', 'hvc1') })).toEqual({ live: true, hevc: true })
})
