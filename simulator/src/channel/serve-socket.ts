import type { WebSocket } from 'ws'
import type { HostClock } from '../kernel/clock.ts'
import type { WorkBudget } from '../kernel/work-budget.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import type { ConsoleLink } from './console-link.ts'
import { readFrames } from './read-frames.ts'
import { ReadRate } from './read-rate.ts'
import type { ConsoleFrames } from './receive-frames.ts'
import type { WaitingRoom } from './waiting-room.ts'

/** A console that has said nothing by then is cut. */
const LOGIN_WITHIN_MS = 10_000

export type SocketDeps = {
  hostClock: HostClock
  /** Budget for frames of all consoles together in a turn. */
  ingest: WorkBudget
  metrics: ChannelMetrics
  /** Where the socket waits until it has said something: that it is not signed in yet may be the platform's delay. */
  waiting: WaitingRoom<ConsoleLink>
}

/**
 * Reads the frames of a console's socket within the limits of the channel. What it answers is to be called once the
 * socket has closed.
 */
export function serveSocket(
  socket: WebSocket,
  link: ConsoleLink,
  frames: Pick<ConsoleFrames, 'take'>,
  deps: SocketDeps,
): () => void {
  const { hostClock, metrics, waiting } = deps
  const giveUp = hostClock.after(LOGIN_WITHIN_MS, () => {
    metrics.dropped('notSignedIn')
    link.close('signInFirst', 'Sign in first.')
  })
  const hasSpoken = () => {
    giveUp()
    waiting.leave(link)
  }
  socket.on('error', () => link.cut())
  const stopReading = readFrames(socket, {
    hostClock,
    budget: deps.ingest,
    rate: new ReadRate(hostClock.now()),
    received(bytes) {
      hasSpoken()
      metrics.received(bytes)
    },
    take: (data, isBinary) => frames.take(data, isBinary),
  })
  waiting.enter(link)
  return () => {
    hasSpoken()
    stopReading()
  }
}
