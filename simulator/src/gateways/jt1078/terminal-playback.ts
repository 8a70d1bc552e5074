/** A playback of a terminal's own recordings, asked for by 0x9201 and steered by 0x9202. */
import { digitsOfMoment, NO_TIME } from '../../wire/jt1078/bcd-time.ts'
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import type { Jt808Gateway } from '../jt808/create-jt808-gateway.ts'
import { bareAddress } from './media-connection.ts'
import type { TerminalFeedsDeps } from './terminal-feeds.ts'

export type TerminalPlayback = {
  pause(): Promise<void>
  resume(speed: number): Promise<void>
  seek(positionMs: number): Promise<void>
  stop(): void
}

const COMMANDS = { play: 0, pause: 1, end: 2, fast: 3, seek: 5 } as const
const MODES = { normal: 0, fast: 1 } as const
/** Picture and sound. */
const BOTH = 0
/** Codes 1 to 5 stand for 1, 2, 4, 8 and 16 times: the nearest one. */
const speedCode = (speed: number) => Math.min(5, Math.max(1, Math.round(Math.log2(speed)) + 1))

/** Plays a channel from a moment to another; times in epoch milliseconds. */
export function createTerminalPlayback(
  deps: TerminalFeedsDeps,
  {
    sn,
    channel,
    fromMs,
    toMs,
    speed,
  }: { sn: string; channel: number; fromMs: number; toMs: number; speed: number },
  events: { frame(frame: AssembledFrame): void; ended(): void },
): TerminalPlayback {
  const { gateway, listener, log } = deps
  let isOver = false
  let unask = (): void => undefined

  /** Sends a request; a terminal that refuses or does not answer goes on as it was. */
  const request = async (message: Parameters<Jt808Gateway['request']>[1]): Promise<boolean> => {
    listener.counters.requests++
    try {
      const { result } = await gateway.request(sn, message)
      if (result === 0) return true
      log.debug(
        { sn, channel, kind: message.kind, result },
        'a terminal refused a request for its recordings',
      )
    } catch (error) {
      log.debug(
        { sn, channel, kind: message.kind, err: error },
        'a terminal was not asked for its recordings',
      )
    }
    listener.counters.requestsFailed++
    return false
  }
  const control = async (command: number, { code = 0, position = NO_TIME } = {}): Promise<void> => {
    if (!isOver) await request({ kind: 'playbackControl', channel, command, speed: code, position })
  }
  const end = (): void => {
    if (isOver) return
    isOver = true
    unask()
    events.ended()
  }
  const start = async (): Promise<void> => {
    const ends = gateway.endsOf(sn)
    if (!ends) {
      end()
      return
    }
    unask = listener.ask({
      phone: ends.phone,
      address: bareAddress(ends.address),
      channel,
      frame: events.frame,
      lost: end,
    })
    const isFast = speed > 1
    const isPlaying = await request({
      kind: 'playback',
      host: deps.host ?? bareAddress(ends.local),
      tcpPort: listener.port,
      udpPort: 0,
      channel,
      mediaType: BOTH,
      streamType: 0,
      storage: 0,
      mode: isFast ? MODES.fast : MODES.normal,
      speed: isFast ? speedCode(speed) : 0,
      start: digitsOfMoment(fromMs),
      end: digitsOfMoment(toMs),
    })
    if (!isPlaying) end()
  }
  // The caller gets its playback before anything happens.
  queueMicrotask(() => void start())

  return {
    pause: () => control(COMMANDS.pause),
    resume: (next) =>
      next === 1 ? control(COMMANDS.play) : control(COMMANDS.fast, { code: speedCode(next) }),
    seek: (positionMs) => control(COMMANDS.seek, { position: digitsOfMoment(positionMs) }),
    stop() {
      if (isOver) return
      const said = gateway.endsOf(sn) ? control(COMMANDS.end) : Promise.resolve()
      isOver = true
      void said.then(unask)
    },
  }
}
