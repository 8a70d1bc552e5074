/** Pictures of our own cameras for sessions of GB/T 28181: live, and of what the camera has recorded. */
import type { StreamType } from '@backlot/contract/live-video/calls'
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import type { Directory } from '../../fleet/directory.ts'
import type { GbMedia, GbMediaWish, GbRecordings } from '../../gb28181/device/ports.ts'
import type { History } from '../../history/history.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { Media } from '../../media/create-media.ts'
import type { GbPlace } from './gb-roster.ts'

const SUB_STREAM = 1
/** How far back recordings are told of. */
const RECORDED_MS = 30 * 86_400_000
const MINUTE_MS = 60_000

export type GbPictures = {
  open(place: GbPlace, wish: Omit<GbMediaWish, 'channelId'>): GbMedia | 'busy' | undefined
  recordings(place: GbPlace, fromMs: number, toMs: number): ReturnType<GbRecordings['find']>
  /** The camera records now. */
  isRecording(place: GbPlace): boolean
}

export function createGbPictures(deps: {
  directory: Pick<Directory, 'deviceBySn'>
  media: Pick<Media, 'openLive' | 'replays'>
  history: Pick<History, 'recordingsOf'>
  clock: Pick<PlatformClock, 'now'>
}): GbPictures {
  const { media, history, clock } = deps
  let serial = 0

  const filesOf = ({ sn, chnId }: GbPlace, fromMs: number, toMs: number) => {
    const nowMs = clock.now()
    const [first, last] = [Math.max(fromMs, nowMs - RECORDED_MS), Math.min(toMs, nowMs)]
    if (first >= last) return []
    return history.recordingsOf(sn, chnId, first, last, { source: 'device' }) ?? []
  }
  const streamTypeOf = (streamNumber: number): StreamType => (streamNumber === SUB_STREAM ? 'sub' : 'main')
  const codecOf = ({ sn }: GbPlace, streamNumber: number): GbMedia['codec'] => {
    const encoding = deps.directory.deviceBySn(sn)?.encoding
    return encoding?.[streamTypeOf(streamNumber)]?.codec === 'h265' ? 'H265' : 'H264'
  }
  const openLive = (place: GbPlace, streamNumber: number): GbMedia | undefined => {
    const { sn, chnId } = place
    const opened = media.openLive({ sn, chnId, streamType: streamTypeOf(streamNumber) })
    if (!opened.ok) return undefined
    opened.stream.touch()
    return { fanout: opened.stream.fanout, codec: codecOf(place, streamNumber), close: () => undefined }
  }
  const openReplay = (
    place: GbPlace,
    streamNumber: number,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    isDownload: boolean,
  ): GbMedia | 'busy' | undefined => {
    const { replays } = media
    const { sn, chnId, id } = place
    const owner = `gb28181 ${id} ${++serial}`
    const files = filesOf(place, fromMs, toMs)
    const started = replays.start({
      owner,
      sn,
      chnId,
      streamType: streamTypeOf(streamNumber),
      fromMs,
      toMs,
      speed: 1,
      paused: false,
      recorded: () =>
        filesOf(place, fromMs, toMs).map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs })),
    })
    if (!started.ok) return started.reason === 'noRecordingFiles' ? undefined : 'busy'
    const { playbackId } = started
    const control = (command: Parameters<typeof replays.control>[2]) =>
      replays.control(owner, playbackId, command) !== undefined
    let ended: () => void = () => undefined
    const stopListening = replays.onState((_owner, state) => {
      if (state.playbackId !== playbackId || (state.state !== 'ended' && state.state !== 'closed')) return
      stopListening()
      ended()
    })
    const sizeBytes = files.reduce((sum, { startMs, endMs, sizeBytes: whole }) => {
      const shared = Math.min(endMs, toMs) - Math.max(startMs, fromMs)
      return sum + whole * Math.min(1, shared / Math.max(1, endMs - startMs))
    }, 0)
    return {
      fanout: replays.find(playbackId)!.track.fanout,
      codec: codecOf(place, streamNumber),
      close() {
        stopListening()
        void replays.stop(owner, playbackId)
      },
      playback: {
        setScale(scale) {
          const speed = PLAYBACK_SPEEDS.find((one) => one === scale)
          return speed !== undefined && control({ action: 'speed', speed })
        },
        pause: () => void control({ action: 'pause' }),
        resume: () => void control({ action: 'resume' }),
        seek(positionS) {
          const timeMs = fromMs + positionS * 1000
          return timeMs < toMs && control({ action: 'seek', timeMs })
        },
        onEnded(listener) {
          ended = listener
        },
        // A file keeps its times, so that it is no faster than its pictures are drawn.
        ...(isDownload && { fileSizeBytes: Math.round(sizeBytes), downloadSpeed: 1 }),
      },
    }
  }

  return {
    open: (place, { streamNumber, span, downloadSpeed }) =>
      span
        ? openReplay(place, streamNumber, span, downloadSpeed !== undefined)
        : openLive(place, streamNumber),
    recordings: (place, fromMs, toMs) =>
      filesOf(place, fromMs, toMs).map(({ fid, startMs, endMs, sizeBytes, cause }) => ({
        name: 'Record',
        filePath: fid,
        startTime: Math.floor(startMs / 1000) * 1000,
        endTime: Math.floor(Math.min(endMs, clock.now()) / 1000) * 1000,
        secrecy: 0,
        type: cause === 'alarm' ? ('alarm' as const) : ('time' as const),
        fileSizeBytes: Math.round(sizeBytes),
      })),
    isRecording: (place) => filesOf(place, clock.now() - MINUTE_MS, clock.now()).length > 0,
  }
}
