/**
 * A camera that publishes over RTMP: a clip in a loop, sent as it is by ffmpeg, so that many cost little. Frames out
 * count as sent and acknowledged: RTMP has no acknowledgement of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { uniform } from '../../../world/hash.ts'
import type { Uplink, UplinkDeps, UplinkDevice, UplinkState } from '../uplink.ts'

export type CameraUplinkDeps = UplinkDeps & {
  ffmpeg: string
  /** File that is sent over and over. */
  clip: string
  /** Address to publish to: rtmp://host:port/app/stream?key=… */
  url: string
}

const RETRY_FIRST_MS = 1000
const RETRY_LAST_MS = 30_000
/** ffmpeg is asked to end, then made to. */
const KILL_AFTER_MS = 2000
const STREAM_RETRY = 8082
/** A server that does not want a stream takes its first pictures all the same. */
const PROVEN_US = 1_500_000

export function createCameraUplink(device: UplinkDevice, deps: CameraUplinkDeps): Uplink {
  const { hostClock } = deps
  let state: UplinkState = 'stopped'
  let child: ChildProcess | undefined
  let cancelRetry = (): void => {}
  let attempts = 0
  const counts = { connects: 0, breaks: 0, sent: 0, bytesSent: 0 }
  /** Of ffmpegs that have ended. */
  const before = { sent: 0, bytesSent: 0 }

  const open = (): void => {
    if (state === 'stopped') return
    state = 'connecting'
    const own = spawn(deps.ffmpeg, argumentsFor(deps), { stdio: ['ignore', 'pipe', 'ignore'] })
    child = own
    let alive = false
    createInterface({ input: own.stdout! }).on('line', (line) => {
      const [name, value] = line.split('=')
      const number = Number(value)
      if (!Number.isFinite(number)) return
      if (name === 'total_size') counts.bytesSent = before.bytesSent + number
      if (name === 'frame') counts.sent = before.sent + number
      if (name !== 'out_time_us' || number < PROVEN_US || alive || state === 'stopped') return
      alive = true
      attempts = 0
      counts.connects++
      state = 'online'
    })
    own.on('error', () => own.kill('SIGKILL'))
    own.on('close', () => {
      if (child !== own) return
      child = undefined
      before.sent = counts.sent
      before.bytesSent = counts.bytesSent
      if (state === 'stopped') return
      counts.breaks++
      state = 'waiting'
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(attempts++, 10))
      cancelRetry = hostClock.after(pauseMs * (0.5 + uniform(0, device.entity, STREAM_RETRY, attempts)), open)
    })
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'waiting'
      open()
    },
    stop() {
      state = 'stopped'
      cancelRetry()
      const leaving = child
      if (!leaving) return
      leaving.kill('SIGTERM')
      const kill = setTimeout(() => leaving.kill('SIGKILL'), KILL_AFTER_MS)
      kill.unref()
      leaving.once('close', () => clearTimeout(kill))
    },
    stats: () => ({
      state,
      ...counts,
      acked: counts.sent,
      resent: 0,
      lost: 0,
      backlog: 0,
      bytesReceived: 0,
      answered: 0,
    }),
  }
}

function argumentsFor({ clip, url }: CameraUplinkDeps): string[] {
  const input = ['-re', '-stream_loop', '-1', '-i', clip]
  const output = ['-c', 'copy', '-f', 'flv', '-flvflags', 'no_duration_filesize', url]
  return ['-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', ...input, ...output]
}
