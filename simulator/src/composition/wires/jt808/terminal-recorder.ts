import type { TerminalFeedsDeps } from '../../../gateways/jt1078/terminal-feeds.ts'
import { createTerminalPlayback } from '../../../gateways/jt1078/terminal-playback.ts'
import { digitsOfMoment, momentOfDigits } from '../../../wire/jt1078/bcd-time.ts'
import { createFrameTags } from '../../../wire/jt1078/frame-tags.ts'
import type { ExternalRecorder } from '../../media/external-recordings.ts'

/** Recordings of foreign terminals: listed by 0x9205, played by 0x9201. */
export function terminalRecorder(
  deps: TerminalFeedsDeps & {
    hasChannel(sn: string, channel: number): boolean
    /** A frame came whose codec viewers get nothing of. */
    unsupported(): void
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
        return createTerminalPlayback(
          deps,
          { sn, channel: chnId, fromMs: positionMs, toMs, speed },
          {
            frame(frame) {
              const tags = tagsOf(frame)
              if (tags === 'unsupported') deps.unsupported()
              else for (const tag of tags) events.tag(tag)
            },
            ended: events.ended,
          },
        )
      },
  }
}
