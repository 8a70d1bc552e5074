/** One ffmpeg: raw pictures in, FLV tags out. It restarts nothing and knows no camera. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { HostClock } from '../kernel/clock.ts'
import { FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createTagWriter } from '../wire/flv/tag-writer.ts'
import { createAviPictures } from './avi-pictures.ts'
import { type EncoderOptions, pictureInput, videoArguments } from './encoder-arguments.ts'
import { createFlvParser } from './flv-parser.ts'

export type Encoder = {
  pid: number | undefined
  /** Pictures handed over and not yet taken by ffmpeg. */
  waiting(): number
  /** Encodes a picture; its tag comes out with this timestamp. `taken` is called when the buffer is free again. */
  write(picture: Uint8Array, timestampMs: number, taken: () => void): void
  /** Ends it: SIGTERM, then SIGKILL after a moment. Resolves when it has gone. */
  stop(): Promise<void>
}

const KILL_AFTER_MS = 700
/** An encoder that has pictures and no output for this long hangs. */
export const SILENT_MS = 10_000
const KEPT_ERROR_CHARS = 2000

/** One picture comes out for each that goes in, in order. (`-fflags nobuffer` would lose the first to the probing.) */
function encoderArguments(options: EncoderOptions): string[] {
  const container =
    options.codec === 'h265' ? ['-f', 'avi'] : ['-flvflags', 'no_duration_filesize', '-f', 'flv']
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-probesize', '32'],
    ...[...pictureInput(options), '-an', ...videoArguments(options, 'live')],
    ...['-flush_packets', '1', ...container, 'pipe:1'],
  ]
}

/** What an ffmpeg of these options writes, as tags; their times are not those of the pictures. */
function createTagReader({ codec }: EncoderOptions): (chunk: Uint8Array) => FlvTag[] {
  if (codec !== 'h265') {
    const parser = createFlvParser()
    return (chunk) => parser.push(chunk)
  }
  const pictures = createAviPictures()
  const writer = createTagWriter()
  return (chunk) => pictures.push(chunk).flatMap((picture) => writer.video('h265', picture, 0))
}

export type EncoderChild = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts an ffmpeg that waits for pictures. */
export function launchEncoder(options: EncoderOptions): EncoderChild {
  return spawn(options.ffmpeg, encoderArguments(options), { stdio: ['pipe', 'pipe', 'pipe'] })
}

/**
 * An encoder on an ffmpeg that was launched with these options. `on.end` is called once when it has gone, whatever the
 * reason, with its last words; one that hangs is killed.
 */
export function startEncoder(
  options: EncoderOptions,
  host: Pick<HostClock, 'after'>,
  on: { tag(tag: FlvTag): void; end(lastWords: string): void },
  child: EncoderChild = launchEncoder(options),
): Encoder {
  const readTags = createTagReader(options)
  const timestamps: number[] = []
  const frameBytes = (options.width * options.height * 3) >> 1
  let lastWords = ''
  let lastTimestamp = 0
  let ended = false
  let cancelWatch: (() => void) | undefined
  let markGone: () => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    markGone = resolve
  })
  const finish = (): void => {
    if (ended) return
    ended = true
    cancelWatch?.()
    markGone()
    on.end(lastWords.trim())
  }
  const watch = (): void => {
    cancelWatch ??= host.after(SILENT_MS, () => {
      lastWords += `no picture for ${SILENT_MS} ms`
      child.kill('SIGKILL')
    })
  }
  const heard = (): void => {
    cancelWatch?.()
    cancelWatch = undefined
    if (timestamps.length > 0) watch()
  }
  child.on('error', (error) => {
    lastWords += error.message
    finish()
  })
  child.on('close', finish)
  child.stdin.on('error', () => child.stdin.destroy())
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-KEPT_ERROR_CHARS)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    let tags: FlvTag[]
    try {
      tags = readTags(chunk)
    } catch (error) {
      lastWords += String(error)
      child.kill('SIGKILL')
      return
    }
    for (const tag of tags) {
      const kind = kindOf(tag)
      const picture = tag.type === FLV_VIDEO && (kind === 'key' || kind === 'video')
      if (picture) lastTimestamp = timestamps.shift() ?? lastTimestamp
      on.tag({ ...tag, timestampMs: picture ? lastTimestamp : (timestamps[0] ?? lastTimestamp) })
    }
    heard()
  })
  return {
    pid: child.pid,
    waiting: () => Math.ceil(child.stdin.writableLength / frameBytes),
    write(picture, timestampMs, taken) {
      if (ended || !child.stdin.writable) {
        taken()
        return
      }
      timestamps.push(timestampMs)
      watch()
      child.stdin.write(picture, taken)
    },
    async stop() {
      if (ended) return
      child.stdin.destroy()
      child.kill('SIGTERM')
      const cancel = host.after(KILL_AFTER_MS, () => child.kill('SIGKILL'))
      await gone
      cancel()
    },
  }
}
