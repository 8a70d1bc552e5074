import { expect, it } from 'vitest'
import type { FeedWatcher } from '../../../gateways/jt1078/terminal-feeds.ts'
import { kindOf } from '../../../wire/flv/flv-tag.ts'
import type { AssembledFrame } from '../../../wire/jt1078/frame-assembler.ts'
import { terminalStreams } from './terminal-streams.ts'

const START = '00000001'
const SETS = `${START}6742c01ed9005005bb0110${START}68ce3c80`
const frame = (fields: Partial<AssembledFrame>, hex: string): AssembledFrame => ({
  ...{ sim: '1', channel: 1, payloadType: 98, dataType: 0, timestampMs: 0, lastIMs: 0, lastFrameMs: 0 },
  ...fields,
  bytes: Buffer.from(hex, 'hex'),
})

function rig() {
  let watcher: FeedWatcher | undefined
  const seen: string[] = []
  let unsupported = 0
  const source = terminalStreams({
    feeds: {
      watch(sn, channel, given) {
        watcher = given
        seen.push(`watch ${sn}/${channel} ${given.streamType}`)
        return () => void seen.push('leave')
      },
    },
    hasChannel: (sn, channel) => sn === '013912345678' && channel === 1,
    unsupported: () => {
      unsupported++
    },
    ffmpeg: undefined,
    log: { warn: () => undefined },
    hostClock: { now: () => 0 },
  })
  const events = {
    tag: (tag: Parameters<typeof kindOf>[0]) => void seen.push(kindOf(tag)),
    live: () => void seen.push('live'),
    restarted: () => void seen.push('restarted'),
  }
  return { source, events, seen, watcher: () => watcher!, unsupported: () => unsupported }
}

it('a terminal is asked while the source is open, and its pictures and sounds become tags', async () => {
  const { source, events, seen, watcher, unsupported } = rig()
  expect(source({ sn: '013912345678', chnId: 2, streamType: 'main' })).toBeUndefined()
  const open = source({ sn: '013912345678', chnId: 1, streamType: 'main' })!
  const stream = open(() => 0, events)
  watcher().frame(frame({ dataType: 1 }, `${START}419a0001`))
  watcher().frame(frame({}, `${SETS}${START}65888401`))
  watcher().frame(frame({ dataType: 1 }, `${START}419a0001`))
  watcher().frame(frame({ dataType: 3, payloadType: 6 }, 'd5d5d5d5'))
  watcher().frame(frame({ dataType: 3, payloadType: 8 }, 'd5d5d5d5'))
  expect(seen).toEqual(['watch 013912345678/1 main', 'videoHeader', 'key', 'live', 'video', 'audio'])
  expect(unsupported()).toBe(1)
  expect(stream.stats().pulled).toMatchObject({ videoCodec: 'H.264', pictures: 2 })

  // It breaks off: what comes next begins with its headers again.
  seen.length = 0
  watcher().lost()
  watcher().failed('the terminal has stopped sending')
  expect(stream.stats()).toMatchObject({
    restarts: 1,
    pulled: { problem: 'the terminal has stopped sending' },
  })
  watcher().frame(frame({}, `${SETS}${START}65888401`))
  expect(stream.stats().pulled?.problem).toBeUndefined()
  await stream.stop()
  expect(seen).toEqual(['restarted', 'videoHeader', 'key', 'leave'])
})
