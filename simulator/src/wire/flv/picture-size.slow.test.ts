import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPsDemuxer } from '../mpeg-ps/ps-demuxer.ts'
import { readVideo, readVideoConfig } from './flv-media.ts'
import { pictureSize } from './picture-size.ts'
import { createTagWriter } from './tag-writer.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const HAS_X265 = execFileSync(FFMPEG, ['-v', 'error', '-encoders'], { encoding: 'utf8' }).includes(
  ' libx265 ',
)

/** The parameter sets of one picture as ffmpeg encodes it. */
function configOf(size: string, encoder: readonly string[]) {
  const ps = execFileSync(FFMPEG, [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`, '-frames:v', '1'],
    ...[...encoder, '-f', 'vob', '-'],
  ])
  const demuxer = createPsDemuxer()
  for (const item of [...demuxer.push(ps), ...demuxer.end()]) {
    if (item.kind !== 'video' || (item.codec !== 'h264' && item.codec !== 'h265')) continue
    const [header] = createTagWriter().video(item.codec, item.bytes, 0)
    return readVideoConfig(readVideo(header!)!)!
  }
  throw new Error('no picture')
}
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1']
const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:pools=1']

it.each([
  ['320x240', [...X264, '-pix_fmt', 'yuv420p']],
  ['1920x1080', [...X264, '-pix_fmt', 'yuv420p']],
  ['350x286', [...X264, '-pix_fmt', 'yuv422p']],
  ['351x287', [...X264, '-pix_fmt', 'yuv444p']],
  ['720x576', [...X264, '-pix_fmt', 'yuv420p', '-flags', '+ildct+ilme']],
  ...(HAS_X265
    ? ([
        ['322x242', [...X265, '-pix_fmt', 'yuv420p']],
        ['1920x1080', [...X265, '-pix_fmt', 'yuv420p10le']],
      ] as const)
    : []),
] as const)('%s is read as ffmpeg encoded it: %s', (size, encoder) => {
  const { width, height } = pictureSize(configOf(size, encoder))!
  expect(`${width}x${height}`).toBe(size)
})

it('tells nothing of sets that are cut off, and never throws', () => {
  const codec = fc.constantFrom('h264' as const, 'h265' as const)
  fc.assert(
    fc.property(codec, fc.uint8Array({ maxLength: 60 }), (name, sps) => {
      const size = pictureSize({ codec: name, sps: [sps] })
      if (size) expect(size.width > 0 && size.height > 0).toBe(true)
    }),
  )
  expect(pictureSize({ codec: 'h264', sps: [] })).toBeUndefined()
  expect(pictureSize({ codec: 'h264', sps: [Uint8Array.of(0x67, 66, 0, 30)] })).toBeUndefined()
})
