/** Live streams that are pushed to other servers, each until it is stopped. */

import type { LiveStreams } from './live-streams.ts'
import type { PictureSource } from './picture-of.ts'
import { isStreamable, type StreamName, streamPath } from './stream-path.ts'
import { createStreamPush, type PushFault, type StreamPush, type StreamPushDeps } from './stream-push.ts'
import type { OpenSource } from './stream-source.ts'

/** Owner of the seats of pushes among the viewers of a stream: no session. */
const PUSH_OWNER = 'push'
/** Pushes at most that send or connect at a time: each is a process, and a viewer that never leaves. */
const PUSHES_MOST = 16

export type StreamPushes = {
  push(wish: StreamName & Pick<StreamPushDeps, 'target'>): StreamPush
  /** Pushes that exist, and how many of them send now. */
  counts(): { wanted: number; pushing: number }
  close(): Promise<void>
}

export function createStreamPushes(
  deps: Pick<StreamPushDeps, 'ffmpeg' | 'host'> & {
    source: Pick<PictureSource, 'cameras' | 'clock'>
    live: Pick<LiveStreams, 'find' | 'ensure'>
    external(name: StreamName): OpenSource | undefined
  },
): StreamPushes {
  const { ffmpeg, host, live } = deps
  const { cameras, clock } = deps.source
  const pushes = new Set<StreamPush>()
  let closed = false

  const refusal = (name: StreamName): PushFault | undefined => {
    const { sn, chnId } = name
    const busy = [...pushes].filter((push) => push.progress().state !== 'failed').length
    // The one that asks is among them.
    if (closed || busy > PUSHES_MOST) return 'tooMany'
    if (live.find(streamPath(name))?.stream.kind() === 'published') return undefined
    if (!isStreamable(sn) || !(cameras.find(sn, chnId) || deps.external(name))) return 'noChannel'
    return cameras.isOnline(sn, chnId) && cameras.hasPower(sn, clock.now()) ? undefined : 'deviceOffline'
  }

  return {
    push({ target, ...name }) {
      const push = createStreamPush({
        ffmpeg,
        host,
        target,
        refusal: () => refusal(name),
        join(sink) {
          const stream = live.ensure(name)
          stream.touch()
          return stream.fanout.join(sink, PUSH_OWNER)
        },
      })
      const { stop } = push
      const kept = {
        ...push,
        async stop() {
          pushes.delete(kept)
          await stop()
        },
      }
      pushes.add(kept)
      return kept
    },
    counts: () => ({
      wanted: pushes.size,
      pushing: [...pushes].filter((push) => push.progress().state === 'pushing').length,
    }),
    async close() {
      closed = true
      await Promise.all([...pushes].map((push) => push.stop()))
    },
  }
}
