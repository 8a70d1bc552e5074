import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { loadAudioLoop } from './audio-loop.ts'
import { createLiveStream } from './live-stream.ts'
import type { SourceEvents } from './stream-source.ts'

const video = (timestampMs: number, ...body: number[]): FlvTag => ({
  type: FLV_VIDEO,
  timestampMs,
  body: Uint8Array.of(...body, 0, 0, 0),
})

test('who joins after the source has changed gets the headers of picture and sound; the sound has no gap', async () => {
  const host = createManualClock(1_000_000)
  let events: SourceEvents | undefined
  const stream = createLiveStream({
    host,
    audio: await loadAudioLoop(),
    lingerMs: 5000,
    onState() {},
    openSource(_timestampAt, given) {
      events = given
      return {
        kind: 'scene',
        stop: async () => {},
        stats: () => ({ framesEncoded: 0, framesSkipped: 0, restarts: 0 }),
      }
    },
  })
  const join = () => {
    const tags: FlvTag[] = []
    const sink = {
      sendTag: (tag: FlvTag) => void tags.push(tag),
      bufferedBytes: () => 0,
      close() {},
    }
    stream.fanout.join(sink, 'viewer')
    return tags
  }
  const play = (fromMs: number, pictures: number) => {
    events?.tag(video(fromMs, 0x17, 0))
    for (let i = 0; i < pictures; i++) events?.tag(video(fromMs + i * 80, i === 0 ? 0x17 : 0x27, 1))
  }
  stream.touch()
  const first = join()
  play(0, 10)
  events?.restarted()
  play(900, 10)
  const second = join()
  play(1700, 2)

  expect(second.slice(0, 2).map(kindOf).sort()).toEqual(['audioHeader', 'videoHeader'])
  const sounds = first.filter((tag) => kindOf(tag) === 'audio').map(({ timestampMs }) => timestampMs)
  expect(new Set(sounds.slice(1).map((next, i) => next - sounds[i]!))).toEqual(new Set([64]))
  await stream.stop('stopped')
})
