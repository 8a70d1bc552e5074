import { expect, it } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { FLV_VIDEO, type FlvTag } from '../wire/flv/flv-tag.ts'
import { createPulledTrack, type OpenPlayback } from './pulled-track.ts'
import { createReplayTransport } from './replay-transport.ts'

const picture = (timestampMs: number, isKey: boolean): FlvTag => ({
  type: FLV_VIDEO,
  timestampMs,
  body: Uint8Array.of(isKey ? 0x17 : 0x27, 1, 0, 0, 0, 0xaa),
})

function rig() {
  const clock = createManualClock(1000)
  const transport = createReplayTransport(() => clock.now(), { positionMs: 50_000, speed: 1, paused: false })
  const orders: string[] = []
  let events: Parameters<OpenPlayback>[1] | undefined
  const obeys = (order: string) => {
    orders.push(order)
    return Promise.resolve()
  }
  const track = createPulledTrack(
    {
      host: clock,
      transport,
      open({ positionMs, speed }, to) {
        orders.push(`open ${positionMs} ${speed}`)
        events = to
        return {
          pause: () => obeys('pause'),
          resume: (next) => obeys(`resume ${next}`),
          seek: (atMs) => obeys(`seek ${atMs}`),
          stop: () => void orders.push('stop'),
        }
      },
      effects: undefined,
      review: () => {},
      isRecorded: (atMs) => atMs < 90_000,
      onReady: () => transport.release(),
      onViewers: () => {},
    },
    { sn: 'X' },
  )
  const times: number[] = []
  track.fanout.join(
    {
      sendTag: (tag) => times.push(tag.timestampMs),
      bufferedBytes: () => 0,
      close: () => {},
    },
    'viewer',
  )
  return { clock, transport, track, orders, times, events: () => events! }
}

it('plays what the device sends on the media time of the transport, from a key picture on', () => {
  const { clock, transport, track, orders, times, events } = rig()
  clock.advance(200)
  expect(orders).toEqual(['open 50000 1'])
  events().tag(picture(777_000, false))
  expect(track.isReady()).toBe(false)
  events().tag(picture(777_040, true))
  expect(track.isReady()).toBe(true)
  expect(transport.isRunning()).toBe(true)
  clock.advance(80)
  events().tag(picture(777_120, false))
  expect(times).toEqual([0, 80])
  // Its clock jumps: the picture is shown now.
  clock.advance(40)
  events().tag(picture(5, false))
  expect(times).toEqual([0, 80, 120])
})

it('steers the device as the transport is steered, and leaves out what is of the place before', async () => {
  const { clock, transport, track, orders, times, events } = rig()
  clock.advance(200)
  events().tag(picture(0, true))
  transport.pause()
  track.nudge()
  expect(orders.slice(1)).toEqual(['pause'])
  events().tag(picture(40, false))
  expect(times).toEqual([0])
  transport.seek(70_000)
  track.nudge()
  expect(orders.slice(2)).toEqual(['seek 70000'])
  events().tag(picture(80, true))
  await Promise.resolve()
  await Promise.resolve()
  // The picture of the new place, twice: it stands still.
  events().tag(picture(9000, true))
  expect(times).toHaveLength(3)
  transport.resume()
  transport.setSpeed(4)
  track.nudge()
  expect(orders.slice(3)).toEqual(['resume 4'])
  await track.stop('stopped')
  expect(orders.at(-1)).toBe('stop')
  track.nudge()
  expect(orders).toHaveLength(5)
})

it('a playback that breaks off is opened again after a while, where the transport then is; where nothing is recorded it waits', () => {
  const { clock, transport, orders, events } = rig()
  clock.advance(200)
  events().tag(picture(0, true))
  events().ended()
  clock.advance(2800)
  expect(orders).toHaveLength(1)
  clock.advance(200)
  expect(orders.slice(1)).toEqual(['open 53000 1'])
  events().ended()
  transport.seek(95_000)
  clock.advance(10_000)
  expect(orders).toHaveLength(2)
})
