/** A playback of a device's recordings: INVITE with s=Playback, controlled by MANSRTSP (GB/T 28181-2016, 9.8, annex B). */
import type { PulledPlayback } from '../../media/pulled-track.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { type MansrtspRequest, writeMansrtsp } from '../../wire/gb28181/mansrtsp.ts'
import type { GbContext } from './gateway-context.ts'
import type { GbCall, GbInvites } from './gb-invites.ts'
import { channelOf } from './gb-plays.ts'
import { createScaledStamps } from './scaled-stamps.ts'

const SECOND_MS = 1000

/** `endOf`: until when a playback that begins at a moment goes. Times in epoch milliseconds. */
export type GbPlaybackWish = {
  sn: string
  chnId: number
  positionMs: number
  speed: number
  endOf(positionMs: number): number
}

/** Begins to play. A device that refuses a speed or a pause goes on as it was; one that refuses a place is called anew. */
export function createGbPlayback(
  context: GbContext,
  invites: GbInvites,
  wish: GbPlaybackWish,
  events: { tag(tag: FlvTag): void; ended(): void },
): PulledPlayback {
  const { hostClock, counters, log } = context
  const { sn, chnId } = wish
  const stamps = createScaledStamps(wish.speed)
  let { speed } = wish
  let call: GbCall | undefined
  let span = { startS: 0, stopS: 0 }
  let isPaused = false
  let isOver = false
  let cseq = 0
  /** Calls come after one another; the newest counts. */
  let current: object | undefined

  const finish = (): void => {
    if (isOver) return
    isOver = true
    current = undefined
    events.ended()
  }
  const control = async (request: Omit<MansrtspRequest, 'kind' | 'version' | 'cseq'>): Promise<boolean> => {
    if (!call) return false
    counters.controls++
    const isTaken = await call.info(
      writeMansrtsp({ kind: 'request', version: 'MANSRTSP/1.0', cseq: ++cseq, ...request }),
    )
    if (!isTaken) {
      counters.controlsFailed++
      log.debug({ sn, chnId, method: request.method }, 'a device refused control of a playback')
    }
    return isTaken
  }
  const begin = async (positionMs: number): Promise<void> => {
    const own = {}
    current = own
    isPaused = false
    const before = call
    call = undefined
    await before?.close()
    if (current !== own) return
    const startS = Math.floor(positionMs / SECOND_MS)
    span = { startS, stopS: Math.max(startS + 1, Math.ceil(wish.endOf(positionMs) / SECOND_MS)) }
    stamps.restart(1)
    try {
      const made = await invites.invite(
        {
          ...channelOf(context, sn, chnId),
          streamType: 'main',
          span,
          mayBeSilent: () => isPaused,
        },
        {
          tag(tag) {
            if (current === own)
              events.tag({ ...tag, timestampMs: stamps.of(tag.timestampMs, hostClock.now()) })
          },
          end() {
            if (current !== own) return
            call = undefined
            finish()
          },
        },
      )
      if (current !== own) return void made.close()
      call = made
      if (speed !== 1) await setSpeed(speed)
    } catch (error) {
      if (current !== own) return
      log.debug({ sn, chnId, err: error }, 'a device does not play back')
      finish()
    }
  }
  const setSpeed = async (next: number): Promise<void> => {
    speed = next
    if (await control({ method: 'PLAY', scale: next })) stamps.restart(next)
  }
  // The caller gets its playback before anything happens.
  queueMicrotask(() => {
    if (!isOver) void begin(wish.positionMs)
  })

  return {
    async pause() {
      isPaused = await control({ method: 'PAUSE', pauseNow: true })
    },
    async resume(next) {
      const isChanged = next !== speed
      const wasPaused = isPaused
      isPaused = false
      if (wasPaused) await control({ method: 'PLAY', range: { start: 'now' } })
      if (isChanged) await setSpeed(next)
      else stamps.restart(next)
    },
    async seek(positionMs) {
      // Many devices know whole seconds alone.
      const offsetS = Math.floor(positionMs / SECOND_MS) - span.startS
      const isInside = call !== undefined && offsetS >= 0 && positionMs / SECOND_MS < span.stopS
      const isTaken = isInside && (await control({ method: 'PLAY', range: { start: offsetS } }))
      if (isOver) return
      if (isTaken) {
        isPaused = false
        stamps.restart(speed)
      } else await begin(positionMs)
    },
    stop() {
      if (isOver) return
      isOver = true
      current = undefined
      void call?.close()
      call = undefined
    },
  }
}
