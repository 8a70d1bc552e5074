/** Playbacks of a terminal's recordings: one a channel, steered as JT/T 1078 does (0x9201, 0x9202). */
import type { StreamType } from '@backlot/contract/live-video/calls'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import { momentOfDigits } from '../../wire/jt1078/bcd-time.ts'
import type { PlaybackControl, PlaybackRequest } from '../../wire/jt1078/playback.ts'
import type { Resource } from '../../wire/jt1078/resources.ts'
import type { Replays } from '../create-replays.ts'
import type { CameraTransfer, TransferParts } from './camera-transfer.ts'
import { resourcesOf, spanOf, speedOf, type TerminalFiles } from './terminal-recordings.ts'

const { ok, failed, bad, unsupported } = ACK_RESULTS
/** Modes of 0x9201 and commands of 0x9202. */
const MODES = { normal: 0, fast: 1, keysBackward: 2, keys: 3, still: 4 } as const
const COMMANDS = { play: 0, pause: 1, end: 2, fast: 3, keysBackward: 4, seek: 5, keys: 6 } as const

type Playback = { id: string; transfer: CameraTransfer; stopListening(): void }

export type TerminalPlaybacks = {
  /** The recordings that are played from now on, or the result of the refusal. */
  start(request: PlaybackRequest): readonly Resource[] | number
  control(control: PlaybackControl): number
  close(): void
}

export function createTerminalPlaybacks(deps: {
  sn: string
  replays: Replays
  files: TerminalFiles
  platformMs(): number
  hasChannel(channel: number): boolean
  /** Opens the way to the server of a request; undefined where it names none. */
  open(request: PlaybackRequest, parts: TransferParts, ended: () => void): CameraTransfer | undefined
}): TerminalPlaybacks {
  const { sn, replays, files, platformMs } = deps
  const owner = `jt1078/${sn}`
  const playbacks = new Map<number, Playback>()

  const end = (channel: number, playback: Playback | undefined): void => {
    if (!playback) return
    if (playbacks.get(channel) === playback) playbacks.delete(channel)
    playback.stopListening()
    playback.transfer.close()
    void replays.stop(owner, playback.id)
  }
  const command = ({ id }: Playback, ...[what]: [Parameters<Replays['control']>[2]]): void => {
    replays.control(owner, id, what)
  }

  const begin = (request: PlaybackRequest): readonly Resource[] | number => {
    const { channel, mode, mediaType } = request
    const nowMs = platformMs()
    const span = spanOf(request, nowMs)
    if (!span || mode > MODES.still) return bad
    if (mode === MODES.keysBackward) return unsupported
    const anything = { ...request, alarm: 0, videoAlarm: 0 }
    const played = resourcesOf(files, sn, [channel], anything, nowMs)
    if (played.length === 0) return []
    end(channel, playbacks.get(channel))
    const started = replays.start({
      owner,
      sn,
      chnId: channel,
      streamType: streamOf(request.streamType),
      ...span,
      speed: mode === MODES.fast ? speedOf(request.speed) : 1,
      paused: mode === MODES.still,
      recorded: () =>
        files(sn, channel, span.fromMs, span.toMs).map(({ startMs, endMs }) => ({
          fromMs: startMs,
          toMs: endMs,
        })),
    })
    if (!started.ok) return failed
    const parts = { picture: mediaType !== 1, sound: mediaType === 0 || mediaType === 1 || mediaType === 3 }
    const ended = () => end(channel, playbacks.get(channel))
    const transfer = deps.open(request, parts, ended)
    if (!transfer) {
      void replays.stop(owner, started.playbackId)
      return bad
    }
    const stopListening = replays.onState((_owner, { playbackId, state }) => {
      if (playbackId === started.playbackId && (state === 'ended' || state === 'closed')) ended()
    })
    playbacks.set(channel, { id: started.playbackId, transfer, stopListening })
    transfer.onlyKeys(mode === MODES.keys)
    const { fanout } = replays.find(started.playbackId)!.track
    transfer.play({ fanout, touch: () => undefined })
    return played
  }

  return {
    start: (request) => (deps.hasChannel(request.channel) ? begin(request) : failed),
    control({ channel, command: asked, speed, position }) {
      const playback = playbacks.get(channel)
      if (!playback) return failed
      switch (asked) {
        case COMMANDS.play:
          playback.transfer.onlyKeys(false)
          command(playback, { action: 'speed', speed: 1 })
          command(playback, { action: 'resume' })
          return ok
        case COMMANDS.pause:
          command(playback, { action: 'pause' })
          return ok
        case COMMANDS.end:
          end(channel, playback)
          return ok
        case COMMANDS.fast:
          command(playback, { action: 'speed', speed: speedOf(speed) })
          command(playback, { action: 'resume' })
          return ok
        case COMMANDS.seek: {
          const timeMs = momentOfDigits(position)
          if (timeMs === undefined) return bad
          command(playback, { action: 'seek', timeMs })
          return ok
        }
        case COMMANDS.keys:
          playback.transfer.onlyKeys(true)
          return ok
        default:
          return asked === COMMANDS.keysBackward ? unsupported : bad
      }
    },
    close() {
      for (const [channel, playback] of [...playbacks]) end(channel, playback)
    },
  }

  function streamOf(code: number): StreamType {
    return code === 2 ? 'sub' : 'main'
  }
}
