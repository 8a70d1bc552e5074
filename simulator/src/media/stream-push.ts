/** A live stream pushed to another server while it is wanted: retried ever more rarely when it fails. */
import type { PushProgress } from '@backlot/contract/device-config/entities'
import type { HostClock } from '../kernel/clock.ts'
import type { FoundFfmpeg } from './ffmpeg-locate.ts'
import { createCodecCheck } from './push-codec.ts'
import { type PushProcess, type PushTarget, startPush } from './push-process.ts'
import type { Viewer, ViewerSink } from './stream-fanout.ts'

export type PushFault = NonNullable<PushProgress['reason']>

export type StreamPush = {
  progress(): PushProgress
  /** Tries again at once when it waits for its next attempt. */
  retryNow(): void
  /** Ends it. Resolves when nothing is sent any more. */
  stop(): Promise<void>
}

export type StreamPushDeps = {
  ffmpeg: FoundFfmpeg | undefined
  host: Pick<HostClock, 'now' | 'after'>
  /** Why the stream cannot be had now. */
  refusal(): PushFault | undefined
  /** Joins the viewers of the stream. */
  join(sink: ViewerSink): Viewer
  /** Where it goes: asked before each attempt, because a name may lead elsewhere by then. Never rejects. */
  target(): Promise<PushTarget | PushFault>
}

/** Waits between attempts, doubled each time. */
export const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
/** A push that has lasted this long resets its retries. */
const STEADY_MS = 30_000

export function createStreamPush(deps: StreamPushDeps): StreamPush {
  const { host } = deps
  let state: PushProgress['state'] = 'connecting'
  let sinceMs = host.now()
  let reason: PushFault | undefined
  let failures = 0
  let retryAtMs = 0
  let sentBytes = 0
  let stopped = false
  let cancelTimer: () => void = () => undefined
  let running: { process: PushProcess; viewer: Viewer | undefined } | undefined
  let ending: Promise<void> = Promise.resolve()

  const become = (next: PushProgress['state']): void => {
    state = next
    sinceMs = host.now()
  }
  const fail = (why: PushFault): void => {
    if (stopped) return
    reason = why
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
    failures++
    retryAtMs = host.now() + waitMs
    become('failed')
    cancelTimer()
    cancelTimer = host.after(waitMs, () => void attempt())
  }
  const end = (why: PushFault): void => {
    const attempted = running
    if (!attempted) return
    running = undefined
    attempted.viewer?.leave()
    cancelTimer()
    ending = attempted.process.stop()
    if (state === 'pushing' && host.now() - sinceMs >= STEADY_MS) failures = 0
    fail(why)
  }

  const attempt = async (): Promise<void> => {
    if (stopped) return
    become('connecting')
    sentBytes = 0
    const { ffmpeg } = deps
    if (!ffmpeg) return fail('noEncoder')
    const target = await deps.target()
    if (stopped) return
    const refused = typeof target === 'string' ? target : deps.refusal()
    if (refused || typeof target === 'string') return fail(refused ?? 'unreachable')
    const process = startPush(ffmpeg.path, target, host, {
      sent(bytes) {
        if (running?.process !== process) return
        sentBytes = bytes
        if (state === 'connecting') become('pushing')
      },
      // A refused connection and a server that is no RTMP server read the same: no answer reveals which ports are open.
      end() {
        if (running?.process === process) end(state === 'pushing' ? 'ended' : 'unreachable')
      },
    })
    running = { process, viewer: undefined }
    const isUnreadable = createCodecCheck(ffmpeg.version)
    const viewer = deps.join({
      send(chunk) {
        if (running?.process !== process) return
        if (isUnreadable(chunk)) end('codec')
        else process.write(chunk)
      },
      bufferedBytes: () => process.waiting(),
      // The stream itself ended, restarted, or this push did not keep up.
      close() {
        if (running?.process === process) end('ended')
      },
    })
    if (running?.process === process) running.viewer = viewer
    else viewer.leave()
  }
  void attempt()

  return {
    progress: () => ({
      state,
      ...(reason === undefined || state === 'pushing' ? {} : { reason }),
      sinceTime: Math.floor(sinceMs / 1000),
      failures,
      ...(state === 'failed'
        ? { retrySeconds: Math.max(0, Math.ceil((retryAtMs - host.now()) / 1000)) }
        : {}),
      sentBytes: state === 'pushing' ? sentBytes : 0,
    }),
    retryNow() {
      if (stopped || state !== 'failed') return
      cancelTimer()
      void attempt()
    },
    async stop() {
      stopped = true
      cancelTimer()
      const attempted = running
      running = undefined
      attempted?.viewer?.leave()
      await Promise.all([ending, attempted?.process.stop()])
    },
  }
}
