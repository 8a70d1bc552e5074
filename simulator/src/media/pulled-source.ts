/** A source that is asked of a foreign device, and asked again when it fails. */
import type { HostClock } from '../kernel/clock.ts'
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import { createStreamFacts } from './stream-facts.ts'
import type { SourceEvents, StreamSource } from './stream-source.ts'

export type PulledSession = {
  close(): Promise<void>
  /** RTP packets that were missing so far. */
  lost(): number
}

export type PulledEvents = {
  tag(tag: FlvTag): void
  /** The session is over; `problem` says why, for people. Its tags no longer count, and it is closed. */
  end(problem: string): void
}

/** A session that brought pictures for this long was no failure: the waits start over. */
const STEADY_MS = 30_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * Opens sessions one after the other until it is stopped: after a failure it waits 1 s, then twice as long each time, up
 * to 30 s. `open` rejects with an Error whose message says why. The signal tells it that nobody waits any more; a session
 * that comes nevertheless is closed.
 */
export function createPulledSource(
  deps: { hostClock: HostClock; open(events: PulledEvents, signal: AbortSignal): Promise<PulledSession> },
  events: SourceEvents,
): StreamSource {
  const { hostClock } = deps
  const facts = createStreamFacts(hostClock)
  let isStopped = false
  let current: object | undefined
  let session: PulledSession | undefined
  let opening: Promise<void> = Promise.resolve()
  let abort = (): void => undefined
  let problem: string | undefined
  let failures = 0
  let restarts = 0
  let lostBefore = 0
  let cancelWait = (): void => undefined

  const attempt = (): void => {
    const own = {}
    let firstMs: number | undefined
    let isOver = false
    current = own
    const fail = (why: string): void => {
      if (current !== own) return
      isOver = true
      current = undefined
      problem = why
      if (firstMs !== undefined && hostClock.now() - firstMs >= STEADY_MS) failures = 0
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
      lostBefore += session?.lost() ?? 0
      void session?.close()
      session = undefined
      if (isStopped) return
      cancelWait = hostClock.after(waitMs, () => {
        restarts++
        attempt()
      })
    }
    const aborter = new AbortController()
    abort = () => aborter.abort()
    const taken: PulledEvents = {
      tag(tag) {
        if (current !== own || isStopped) return
        if (firstMs === undefined) {
          firstMs = hostClock.now()
          problem = undefined
          if (restarts > 0) events.restarted()
        }
        const before = facts.facts().pictures
        facts.note(tag)
        events.tag(tag)
        if (before === 0 && facts.facts().pictures > 0) events.live()
      },
      end: fail,
    }
    opening = deps.open(taken, aborter.signal).then(
      async (made) => {
        if (isOver || isStopped) await made.close()
        else session = made
      },
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    )
  }
  attempt()

  return {
    kind: 'pulled',
    stats: () => ({
      framesEncoded: 0,
      framesSkipped: 0,
      restarts,
      pulled: {
        ...facts.facts(),
        lostPackets: lostBefore + (session?.lost() ?? 0),
        ...(problem === undefined ? {} : { problem }),
      },
    }),
    async stop() {
      if (isStopped) return
      isStopped = true
      cancelWait()
      const open = session
      session = undefined
      // A session that plays says goodbye.
      if (open) await open.close()
      else abort()
      await opening
    },
  }
}
