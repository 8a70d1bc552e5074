/** A live stream of the clip of the day with sound, and what tests of RTP do again and again. */
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { loadAudioLoop } from '../audio-loop.ts'
import { createClipSource, loadClips } from '../clip-source.ts'
import { createLiveStream } from '../live-stream.ts'
import { openPsReceiver, type PsReceiver, type PsReceiverEnd } from './open-ps-receiver.ts'
import { openPsSender, type PsSender, type PsSenderEnd } from './open-ps-sender.ts'
import type { RtpPeer, RtpTransport } from './rtp-link.ts'

export const LOOPBACK = '127.0.0.1'
const START_MS = Date.UTC(2026, 10, 26, 0, 0, 0)

export async function psRig() {
  const clock = createManualClock(START_MS)
  const [clips, audio] = await Promise.all([loadClips(), loadAudioLoop()])
  const stream = createLiveStream({
    host: clock,
    lingerMs: 3_600_000,
    audio,
    openSource: (timestampAt, events) => createClipSource(clips[0]!, clock, timestampAt, events),
    onState: () => undefined,
  })
  stream.touch()
  const open: (PsSender | PsReceiver)[] = []
  return {
    clock,
    stream,
    async sender(transport: RtpTransport & { peer: RtpPeer }, ssrc = 0x01020304, audio = true) {
      const ends: PsSenderEnd[] = []
      const sender = await openPsSender({
        fanout: stream.fanout,
        owner: 'platform',
        audio,
        ssrc,
        transport,
        hostClock: clock,
        platformMs: () => clock.now(),
        onEnd: (reason) => ends.push(reason),
      })
      open.push(sender)
      return Object.assign(sender, { ends })
    },
    async receiver(transport: RtpTransport, ssrc: number | undefined = 0x01020304) {
      const ends: PsReceiverEnd[] = []
      const tags: FlvTag[] = []
      const heard = { live: 0 }
      const receiver = await openPsReceiver({
        transport,
        ssrc,
        hostClock: clock,
        events: {
          tag: (tag) => tags.push(tag),
          live: () => heard.live++,
          restarted: () => undefined,
        },
        onEnd: (reason) => ends.push(reason),
      })
      open.push(receiver)
      return Object.assign(receiver, { ends, tags, heard })
    },
    /** Lets time pass until something is so. */
    async until(what: string, isSo: () => boolean): Promise<void> {
      for (let turn = 0; !isSo(); turn++) {
        if (turn > 20_000) throw new Error(`waited for ${what}`)
        clock.advance(20)
        await new Promise(setImmediate)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(open.map((one) => one.close()))
      await stream.stop('stopped')
    },
  }
}
