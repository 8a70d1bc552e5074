/**
 * Live streams of terminals, each asked of its terminal once however many watch: 0x9101 when the first one comes, 0x9102
 * when the last one leaves. Main and sub-stream of a channel are one stream, the main one while anybody wants that:
 * most terminals send one at a time.
 */
import type { HostClock } from '../../kernel/clock.ts'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import type { Jt808Gateway } from '../jt808/create-jt808-gateway.ts'
import type { Jt1078Listener } from './create-jt1078-listener.ts'
import { bareAddress } from './media-connection.ts'

export type FeedWatcher = {
  streamType: 'main' | 'sub'
  frame(frame: AssembledFrame): void
  /** The stream broke off: what comes next is not its continuation. */
  lost(): void
  /** Why it does not come at the moment, for people. */
  failed(problem: string): void
}

export type TerminalFeeds = {
  /** Frames of a channel from now on, until the returned function is called. */
  watch(sn: string, channel: number, watcher: FeedWatcher): () => void
  close(): void
}

export type TerminalFeedsDeps = {
  gateway: Pick<Jt808Gateway, 'request' | 'endsOf'>
  listener: Pick<Jt1078Listener, 'ask' | 'port' | 'counters'>
  /** Host that terminals are told to send to; undefined: the one at which they connected. */
  host: string | undefined
  hostClock: HostClock
  log: { warn(fields: object, message: string): void; debug(fields: object, message: string): void }
}

/** A terminal that does not send by then is asked again, over the other transport. */
const FIRST_FRAME_MS = 10_000
/** Pauses before it is asked again: doubled each time. */
const RETRY_FIRST_MS = 2000
const RETRY_LAST_MS = 60_000
const STREAM_CODES = { main: 0, sub: 1 } as const
const COMMANDS = { close: 0, switch: 1 } as const

export function createTerminalFeeds(deps: TerminalFeedsDeps): TerminalFeeds {
  const feeds = new Map<string, ReturnType<typeof createChannelFeed>>()
  return {
    watch(sn, channel, watcher) {
      const key = `${sn}/${channel}`
      const feed = feeds.get(key) ?? createChannelFeed(deps, sn, channel)
      feeds.set(key, feed)
      feed.add(watcher)
      return () => {
        feed.remove(watcher)
        if (feed.size() === 0 && feeds.get(key) === feed) feeds.delete(key)
      }
    },
    close() {
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    },
  }
}

function createChannelFeed(deps: TerminalFeedsDeps, sn: string, channel: number) {
  const { gateway, listener, hostClock, log } = deps
  const watchers = new Set<FeedWatcher>()
  let unask: (() => void) | undefined
  let asked: 'main' | 'sub' | undefined
  let transport: 'tcp' | 'udp' = 'tcp'
  let isFlowing = false
  let attempts = 0
  let cancelTimer = (): void => undefined

  const wanted = (): 'main' | 'sub' =>
    [...watchers].some(({ streamType }) => streamType === 'main') ? 'main' : 'sub'
  const fail = (problem: string): void => {
    for (const watcher of watchers) watcher.failed(problem)
  }
  /** Sends a request; answers whether the terminal obeys. */
  const request = async (message: Parameters<Jt808Gateway['request']>[1]): Promise<boolean> => {
    listener.counters.requests++
    try {
      const { result } = await gateway.request(sn, message)
      if (result === ACK_RESULTS.ok) return true
      log.debug({ sn, channel, kind: message.kind, result }, 'a terminal refused a request for its camera')
      fail(`the terminal refused (${result})`)
    } catch (error) {
      log.debug({ sn, channel, kind: message.kind, err: error }, 'a terminal was not reached for its camera')
      fail(error instanceof Error ? error.message : String(error))
    }
    listener.counters.requestsFailed++
    return false
  }
  const sendControl = (command: number, streamType: 'main' | 'sub') =>
    request({ kind: 'liveControl', channel, command, closeType: 0, streamType: STREAM_CODES[streamType] })

  const retry = (): void => {
    cancelTimer()
    unask?.()
    unask = undefined
    asked = undefined
    if (watchers.size === 0) return
    if (attempts === 1) log.warn({ sn, channel }, 'a terminal does not send its stream; it is asked again')
    const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(10, attempts++))
    cancelTimer = hostClock.after(pauseMs, () => void start())
  }
  const lost = (): void => {
    if (isFlowing) for (const watcher of watchers) watcher.lost()
    isFlowing = false
    fail('the terminal has stopped sending')
    retry()
  }
  const start = async (): Promise<void> => {
    const ends = gateway.endsOf(sn)
    if (!ends) {
      retry()
      return
    }
    const streamType = wanted()
    asked = streamType
    const own = listener.ask({
      phone: ends.phone,
      address: bareAddress(ends.address),
      channel,
      frame(frame) {
        attempts = 0
        cancelTimer()
        if (!isFlowing) {
          isFlowing = true
          review()
        }
        for (const watcher of watchers) watcher.frame(frame)
      },
      lost,
    })
    unask = own
    const { port } = listener
    const isObeyed = await request({
      kind: 'live',
      host: deps.host ?? bareAddress(ends.local),
      tcpPort: transport === 'tcp' ? port : 0,
      udpPort: transport === 'udp' ? port : 0,
      channel,
      dataType: 0,
      streamType: STREAM_CODES[streamType],
    })
    // Nobody wants it any more, or it began anew meanwhile; or it sends already.
    if (unask !== own || isFlowing) return
    if (!isObeyed) {
      retry()
      return
    }
    cancelTimer = hostClock.after(FIRST_FRAME_MS, () => {
      fail('the terminal agreed, and sends nothing')
      void sendControl(COMMANDS.close, streamType)
      transport = transport === 'tcp' ? 'udp' : 'tcp'
      retry()
    })
  }
  /** Follows what the watchers want. */
  const review = (): void => {
    if (watchers.size === 0) {
      close()
      return
    }
    const streamType = wanted()
    if (!isFlowing || asked === streamType) return
    asked = streamType
    void sendControl(COMMANDS.switch, streamType)
  }
  const close = (): void => {
    cancelTimer()
    watchers.clear()
    if (!unask) return
    unask()
    unask = undefined
    isFlowing = false
    if (gateway.endsOf(sn)) void sendControl(COMMANDS.close, asked ?? 'sub')
  }

  return {
    size: () => watchers.size,
    add(watcher: FeedWatcher): void {
      const isFirst = watchers.size === 0
      watchers.add(watcher)
      if (isFirst) void start()
      else review()
    },
    remove(watcher: FeedWatcher): void {
      if (watchers.delete(watcher)) review()
    },
    close,
  }
}
