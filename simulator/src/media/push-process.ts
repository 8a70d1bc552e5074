/** One ffmpeg that takes FLV and publishes it to an RTMP server, unchanged. It retries nothing and knows no camera. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { isIP } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { HostClock } from '../kernel/clock.ts'

/** A stream on an RTMP server, which is reached by its address and gets the requested name (`tcUrl`). */
export type PushTarget = { address: string; port: number; tcUrl: string; app: string; stream: string }

export type PushProcess = {
  write(chunk: Buffer): void
  /** Bytes handed over and not yet taken by ffmpeg. */
  waiting(): number
  /** Ends the stream in order, and by force after a moment. Resolves when the process has gone. */
  stop(): Promise<void>
}

/** An attempt that sends nothing for this long has failed: at its start, and later. */
const CONNECT_MS = 15_000
const STALL_MS = 15_000
const KILL_AFTER_MS = 1000
/** How long ffmpeg looks at the stream before it connects, microseconds: key frames come every two seconds. */
const ANALYSE_US = 2_500_000

/** Copies the stream without encoding: viewers of the other server get the same pictures as ours. */
function pushArguments({ address, port, tcUrl, app, stream }: PushTarget): string[] {
  const host = isIP(address) === 6 ? `[${address}]` : address
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-progress', 'pipe:1'],
    ...['-protocol_whitelist', 'pipe', '-analyzeduration', String(ANALYSE_US), '-f', 'flv', '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-flvflags', 'no_duration_filesize', '-f', 'flv'],
    ...['-rtmp_tcurl', tcUrl, '-rtmp_app', app, '-rtmp_playpath', stream, `rtmp://${host}:${port}/`],
  ]
}

/**
 * Starts one. `on.sent` gets the number of bytes sent so far, whenever it grows; `on.end` is called once when the
 * process has gone, whatever the reason.
 */
export function startPush(
  ffmpeg: string,
  target: PushTarget,
  host: Pick<HostClock, 'after'>,
  on: { sent(bytes: number): void; end(): void },
): PushProcess {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(ffmpeg, pushArguments(target), {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let ended = false
  let sentBytes = 0
  let text = ''
  let markGone: () => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    markGone = resolve
  })
  const kill = () => child.kill('SIGKILL')
  let cancelWatch = host.after(CONNECT_MS, kill)
  const finish = () => {
    if (ended) return
    ended = true
    cancelWatch()
    markGone()
    on.end()
  }
  child.on('error', finish)
  child.on('close', finish)
  child.stdin.on('error', () => child.stdin.destroy())
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString('latin1')).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const bytes = Number(/^total_size=(\d+)$/.exec(line)?.[1] ?? 0)
      if (ended || bytes <= sentBytes) continue
      sentBytes = bytes
      cancelWatch()
      cancelWatch = host.after(STALL_MS, kill)
      on.sent(bytes)
    }
  })
  return {
    write(chunk) {
      if (child.stdin.writable) child.stdin.write(chunk)
    },
    waiting: () => child.stdin.writableLength,
    async stop() {
      if (ended) return
      child.stdin.end()
      const cancel = host.after(KILL_AFTER_MS, kill)
      await gone
      cancel()
    },
  }
}
