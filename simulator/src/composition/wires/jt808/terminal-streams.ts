import type { FeedWatcher, TerminalFeeds } from '../../../gateways/jt1078/terminal-feeds.ts'
import type { HostClock } from '../../../kernel/clock.ts'
import { createSoundConverter } from '../../../media/g711-to-aac.ts'
import { createStreamFacts } from '../../../media/stream-facts.ts'
import { FLV_VIDEO, kindOf } from '../../../wire/flv/flv-tag.ts'
import { createFrameTags } from '../../../wire/jt1078/frame-tags.ts'
import type { ExternalSource } from '../../media/external-streams.ts'

/** Live streams of foreign terminals, asked for while somebody watches. */
export function terminalStreams(deps: {
  feeds: Pick<TerminalFeeds, 'watch'>
  /** Whether a device is a terminal of others, and has this channel. */
  hasChannel(sn: string, channel: number): boolean
  /** A frame came whose codec viewers get nothing of. */
  unsupported(): void
  /** Path of the ffmpeg that makes G.711 audible in browsers; undefined: it passes unchanged. */
  ffmpeg: string | undefined
  hostClock: Pick<HostClock, 'now'>
  log: { warn(fields: object, message: string): void }
}): ExternalSource {
  const { feeds, hostClock } = deps
  return ({ sn, chnId, streamType }) => {
    if (!deps.hasChannel(sn, chnId)) return undefined
    return (_timestampAt, events) => {
      const facts = createStreamFacts(hostClock)
      const sound =
        deps.ffmpeg === undefined ? undefined : createSoundConverter(deps.ffmpeg, events.tag, deps.log)
      let tagsOf = createFrameTags()
      let isLive = false
      let restarts = 0
      let problem: string | undefined
      const watcher: FeedWatcher = {
        streamType,
        frame(frame) {
          problem = undefined
          const tags = tagsOf(frame)
          if (tags === 'unsupported') {
            deps.unsupported()
            return
          }
          for (const tag of tags) {
            facts.note(tag)
            if (sound) sound.tag(tag)
            else events.tag(tag)
            if (isLive || tag.type !== FLV_VIDEO || kindOf(tag) !== 'key') continue
            isLive = true
            events.live()
          }
        },
        lost() {
          tagsOf = createFrameTags()
          sound?.restart()
          restarts++
          events.restarted()
        },
        failed(why) {
          problem = why
        },
      }
      const leave = feeds.watch(sn, chnId, watcher)
      return {
        kind: 'pulled',
        stats: () => ({
          framesEncoded: 0,
          framesSkipped: 0,
          restarts,
          pulled: { ...facts.facts(), ...(problem === undefined ? {} : { problem }) },
        }),
        stop() {
          leave()
          sound?.stop()
          return Promise.resolve()
        },
      }
    }
  }
}
