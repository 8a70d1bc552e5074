/** Cameras of vehicles without a simulator behind them: they play the sample clips, and have recorded nothing. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { channelsOfKind } from '../../fleet/channels-of-kind.ts'
import type { TerminalMedia } from '../../fleet/uplinks/jt808/terminal-media.ts'
import { TalkDevices } from '../../talk/talk-devices.ts'
import type { Jt808Version } from '../../wire/jt808/header.ts'
import { hashText } from '../../world/hash.ts'
import { createClipSource, loadClips } from '../clip-source.ts'
import { createLiveStream, type LiveStream } from '../live-stream.ts'
import type { LiveStreams } from '../live-streams.ts'
import { streamPath } from '../stream-path.ts'
import { createTerminalCameras, type TerminalCamerasDeps } from './terminal-cameras.ts'

/** Streams at a time, of all vehicles. */
const STREAMS_MOST = 256
const LINGER_MS = 5000

/** Resolves with the cameras of each vehicle, once the clips are read. */
export async function loadClipCameras(
  deps: Pick<TerminalCamerasDeps, 'hostClock' | 'targetOf'> & { seed: number },
): Promise<(terminal: { sn: string; version: Jt808Version }) => TerminalMedia> {
  const { hostClock, targetOf, seed } = deps
  const clips = await loadClips()
  const streams = new Map<string, LiveStream>()
  const voices = new TalkDevices(seed, hashText)
  const { video, audio } = CHANNEL_TYPES
  const channels = channelsOfKind('vehicle', { zh: '', en: '' }, false)
    .filter(({ type }) => type === video || type === audio)
    .map(({ chnId, type }) => ({ chnId, isVideo: type === video, hasPtz: false }))

  const open: LiveStreams['open'] = (name) => {
    const path = streamPath(name)
    const running = streams.get(path)
    if (running) return { ok: true, stream: running }
    if (streams.size >= STREAMS_MOST) return { ok: false, reason: 'unknown' }
    const clip = clips[hashText(path) % clips.length]!
    const stream = createLiveStream({
      host: hostClock,
      lingerMs: LINGER_MS,
      audio: undefined,
      openSource: (timestampAt, events) => createClipSource(clip, hostClock, timestampAt, events),
      onState: (state) => void (state === 'stopped' && streams.delete(path)),
    })
    streams.set(path, stream)
    return { ok: true, stream }
  }
  return (terminal) =>
    createTerminalCameras(
      {
        live: { open },
        channelsOf: () => channels,
        voiceOf: (sn) => voices.get(sn),
        targetOf,
        hostClock,
        platformMs: () => hostClock.now(),
      },
      terminal,
    )
}
