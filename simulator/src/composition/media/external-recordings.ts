/** Recordings of devices of others: asked of them when somebody looks, and remembered for a while. */
import type { PlaybackWish, Recorded } from '../../areas/recordings/ports.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { OpenPlayback } from '../../media/pulled-track.ts'

/** A file on a device, platform milliseconds. */
export type DeviceFile = { startMs: number; endMs: number; sizeBytes: number }

type RecordedWish = Pick<PlaybackWish, 'sn' | 'chnId' | 'toMs' | 'recorded'>

/** A gateway that can ask its devices for what they have recorded. */
export type ExternalRecorder = {
  /** Whether a channel is one of its devices'. */
  has(sn: string, chnId: number): boolean
  /** Files that touch a span. Rejects when the device does not answer. */
  list(sn: string, chnId: number, fromMs: number, toMs: number): Promise<readonly DeviceFile[]>
  play(wish: RecordedWish): OpenPlayback
}

export type ExternalRecordings = {
  add(recorder: ExternalRecorder): void
  /** Asks the device, unless it was asked just now. Resolves whatever it answers. */
  look(sn: string, chnId: number, fromMs: number, toMs: number): Promise<void>
  /** Files that are known to touch a span, by start; undefined when it is none of these devices. */
  recordingsOf(sn: string, chnId: number, fromMs: number, toMs: number): readonly Recorded[] | undefined
  playbackOf(wish: RecordedWish): OpenPlayback | undefined
}

/** Answers are believed for this long. */
const FRESH_MS = 30_000
/** Channels whose files are remembered, the ones asked last, and files of each. */
const CHANNELS_MOST = 256
const FILES_MOST = 20_000

type Answer = { fromMs: number; toMs: number; atMs: number; files: readonly DeviceFile[] }

export function createExternalRecordings(host: Pick<HostClock, 'now'>): ExternalRecordings {
  const recorders: ExternalRecorder[] = []
  const answers = new Map<string, Answer[]>()
  const recorderOf = (sn: string, chnId: number) => recorders.find((one) => one.has(sn, chnId))
  const keyOf = (sn: string, chnId: number) => `${sn}/${chnId}`

  const remember = (key: string, answer: Answer): void => {
    // Answers that the new one covers say nothing more.
    const others = (answers.get(key) ?? []).filter(
      (one) => one.fromMs < answer.fromMs || one.toMs > answer.toMs,
    )
    answers.delete(key)
    answers.set(key, [...others, answer].slice(-8))
    if (answers.size > CHANNELS_MOST) answers.delete([...answers.keys()][0]!)
  }

  return {
    add: (recorder) => void recorders.push(recorder),
    async look(sn, chnId, fromMs, toMs) {
      const recorder = recorderOf(sn, chnId)
      if (!recorder) return
      const key = keyOf(sn, chnId)
      const nowMs = host.now()
      const isFresh = (answers.get(key) ?? []).some(
        (one) => one.fromMs <= fromMs && one.toMs >= toMs && nowMs - one.atMs < FRESH_MS,
      )
      if (isFresh) return
      try {
        const files = await recorder.list(sn, chnId, fromMs, toMs)
        remember(key, { fromMs, toMs, atMs: host.now(), files: files.slice(0, FILES_MOST) })
      } catch {
        // It does not answer: what it said before still counts.
      }
    },
    recordingsOf(sn, chnId, fromMs, toMs) {
      if (!recorderOf(sn, chnId)) return undefined
      const byStart = new Map<number, DeviceFile>()
      for (const { files } of answers.get(keyOf(sn, chnId)) ?? [])
        for (const file of files) byStart.set(file.startMs, file)
      return [...byStart.values()]
        .filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)
        .sort((one, other) => one.startMs - other.startMs)
        .map((file) => recordedOf(sn, chnId, file))
    },
    playbackOf: (wish) => recorderOf(wish.sn, wish.chnId)?.play(wish),
  }
}

/** Named as other files of devices are: by its start in seconds, and `d`. */
function recordedOf(sn: string, chnId: number, { startMs, endMs, sizeBytes }: DeviceFile): Recorded {
  const fid = `${sn}-${chnId}-${Math.floor(startMs / 1000).toString(36)}.d`
  return { fid, sn, chnId, startMs, endMs, sizeBytes, cause: 'plan', source: 'device' }
}
