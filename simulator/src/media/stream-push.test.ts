import { expect, it } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { encodeTag, FLV_SCRIPT, FLV_VIDEO, flvHeader } from '../wire/flv/flv-tag.ts'
import { createStreamPush } from './stream-push.ts'

const HVC1 = [0x90, ...Buffer.from('hvc1'), 1]
const H265 = [0x1c, 0, 0, 0, 0, 1]
const H264 = [0x17, 0, 0, 0, 0, 1]

/** Why a push of a stream with this header fails, at an ffmpeg that does not start. */
async function reasonOf(version: string, header: readonly number[]) {
  const push = createStreamPush({
    ffmpeg: { path: '/nowhere/ffmpeg', version, h265: true },
    host: createManualClock(0),
    refusal: () => undefined,
    target: async () => ({ address: '127.0.0.1', port: 1, tcUrl: '', app: '', stream: '' }),
    join(sink) {
      if (!('send' in sink)) throw new Error('a push takes FLV')
      sink.send(flvHeader(false))
      const tag = (type: number, body: readonly number[]) =>
        encodeTag({ type, timestampMs: 0, body: Uint8Array.from(body) })
      sink.send(Buffer.concat([tag(FLV_SCRIPT, [1]), tag(FLV_VIDEO, header)]))
      return { leave: () => undefined }
    },
  })
  await expect.poll(() => push.progress().state).toBe('failed')
  const { reason } = push.progress()
  await push.stop()
  return reason
}

it.each([
  ['5.1.9-0+deb12u1', HVC1, 'codec'],
  ['6.0', HVC1, 'codec'],
  ['6.1', HVC1, 'unreachable'],
  ['n7.1.1', HVC1, 'unreachable'],
  ['N-118000-g1234567', HVC1, 'unreachable'],
  ['7.1', H265, 'codec'],
  ['5.1.9', H264, 'unreachable'],
])('ffmpeg %s with pictures that begin with %j: %s', async (version, header, reason) => {
  expect(await reasonOf(version, header)).toBe(reason)
})
