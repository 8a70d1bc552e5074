import type { TerminalFeedsDeps } from '../../../gateways/jt1078/terminal-feeds.ts'
import { createTerminalPlayback } from '../../../gateways/jt1078/terminal-playback.ts'
import { createSoundConverter } from '../../../media/g711-to-aac.ts'
import { digitsOfMoment, momentOfDigits } from '../../../wire/jt1078/bcd-time.ts'
import { createFrameTags } from '../../../wire/jt1078/frame-tags.ts'
import type { ExternalRecorder } from '../../media/external-recordings.ts'

/** Recordings of foreign terminals: listed by 0x9205, played by 0x9201. */
export function terminalRecorder(
  deps: TerminalFeedsDeps & {
    hasChannel(sn: string, channel: number): boolean
    /** A frame came whose codec viewers get nothing of. */
    unsupported(): void
    /** Path of the ffmpeg that makes G.711 audible in browsers; undefined: it passes unchanged. */
    ffmpeg: string | undefined
  },
): ExternalRecorder {
  return {
    has: deps.hasChannel,
    async list(sn, channel, fromMs, toMs) {
      const { reply, result } = await deps.gateway.request(sn, {
        kind: 'queryResources',
        channel,
        start: digitsOfMoment(fromMs),
        end: digitsOfMoment(toMs),
        ...{ alarm: 0, videoAlarm: 0, mediaType: 0, streamType: 0, storage: 0 },
      })
      if (reply?.kind !== 'resourceList') throw new Error(`the terminal refused (${result})`)
      return reply.items.flatMap((item) => {
        const [startMs, endMs] = [momentOfDigits(item.start), momentOfDigits(item.end)]
        const isFile =
          item.channel === channel && startMs !== undefined && endMs !== undefined && startMs < endMs
        return isFile ? [{ startMs, endMs, sizeBytes: item.fileBytes }] : []
      })
    },
    play:
      ({ sn, chnId, toMs }) =>
      ({ positionMs, speed }, events) => {
        const tagsOf = createFrameTags()
        const sound =
          deps.ffmpeg === undefined ? undefined : createSoundConverter(deps.ffmpeg, events.tag, deps.log)
        const playback = createTerminalPlayback(
          deps,
          { sn, channel: chnId, fromMs: positionMs, toMs, speed },
          {
            frame(frame) {
              const tags = tagsOf(frame)
              if (tags === 'unsupported') deps.unsupported()
              else for (const tag of tags) sound ? sound.tag(tag) : events.tag(tag)
            },
            ended() {
              sound?.stop()
              events.ended()
            },
          },
        )
        return {
          ...playback,
          seek(toMs) {
            sound?.restart()
            return playback.seek(toMs)
          },
          stop() {
            sound?.stop()
            playback.stop()
          },
        }
      },
  }
}
