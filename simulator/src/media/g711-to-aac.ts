/**
 * G.711 of devices as AAC: browsers play no G.711. One small ffmpeg for each stream that has some, from its first sound
 * on; everything else passes unchanged.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readAudio, readAudioConfig } from '../wire/flv/flv-media.ts'
import { FLV_AUDIO, type FlvTag } from '../wire/flv/flv-tag.ts'
import { createTagWriter } from '../wire/flv/tag-writer.ts'

export type SoundConverter = {
  /** Takes a tag; it comes out again, at once or, where it is G.711, a little later as AAC. */
  tag(tag: FlvTag): void
  /** The stream starts again, with other times. */
  restart(): void
  stop(): void
}

const RATE_IN_HZ = 8000
const RATE_OUT_HZ = 16_000
/** Samples of an AAC frame, at the rate of the output. */
const FRAME_SAMPLES = 1024
const FRAME_IN_SAMPLES = (FRAME_SAMPLES * RATE_IN_HZ) / RATE_OUT_HZ
/** The encoder's first frame is silence that comes before the sound. */
const PRIMING_IN_SAMPLES = FRAME_IN_SAMPLES
/** Sound that waits for a busy ffmpeg: two seconds; more is left out. */
const WAITING_BYTES = 2 * RATE_IN_HZ
/** Moments of the input that are remembered: more than the encoder holds. */
const MOMENTS_MOST = 256
const ADTS_HEAD_BYTES = 7
/** Encoders that ended by themselves before one of them has made a minute of sound: then no other is started. */
const FAILURES_MOST = 3
const HEALTHY_FRAMES = Math.round((60 * RATE_OUT_HZ) / FRAME_SAMPLES)

/** `ffmpeg`: its path. */
export function createSoundConverter(
  ffmpeg: string,
  emit: (tag: FlvTag) => void,
  log: { warn(fields: object, message: string): void },
): SoundConverter {
  let encoder: { law: 'alaw' | 'mulaw'; process: ChildProcess } | undefined
  /** There is no encoder any more: it cannot be started, or ends again and again. */
  let isBroken = false
  let failures = 0
  let writer = createTagWriter()
  /** Samples that went in, and when some of them were. */
  let samplesIn = 0
  let moments: { sample: number; atMs: number }[] = []
  let framesOut = 0
  let rest: Buffer = Buffer.alloc(0)

  const end = (): void => {
    const leaving = encoder
    encoder = undefined
    leaving?.process.stdout?.removeAllListeners('data')
    leaving?.process.kill('SIGKILL')
    samplesIn = framesOut = 0
    moments = []
    rest = Buffer.alloc(0)
    writer = createTagWriter()
  }
  /** Time of a sample of the input, by the last moment before it. */
  const timeOf = (sample: number): number => {
    const known = moments.findLast((moment) => moment.sample <= sample) ?? moments[0]
    return known ? known.atMs + ((sample - known.sample) * 1000) / RATE_IN_HZ : 0
  }
  const read = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= ADTS_HEAD_BYTES) {
      const size = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5)
      if (size < ADTS_HEAD_BYTES || rest.length < size) return
      const atMs = timeOf(framesOut++ * FRAME_IN_SAMPLES - PRIMING_IN_SAMPLES)
      if (framesOut === HEALTHY_FRAMES) failures = 0
      for (const tag of writer.aac(rest.subarray(0, size), Math.max(0, Math.round(atMs)))) emit(tag)
      rest = rest.subarray(size)
    }
  }
  const start = (law: 'alaw' | 'mulaw'): void => {
    const input = ['-f', law, '-ar', String(RATE_IN_HZ), '-ac', '1', '-i', 'pipe:0']
    const output = ['-c:a', 'aac', '-b:a', '32k', '-ar', String(RATE_OUT_HZ), '-flush_packets', '1']
    const quick = ['-fflags', 'nobuffer', '-probesize', '32', '-analyzeduration', '0']
    const process = spawn(
      ffmpeg,
      ['-loglevel', 'quiet', ...quick, ...input, ...output, '-f', 'adts', 'pipe:1'],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    )
    const own = { law, process }
    const ended = (why: object): void => {
      if (encoder !== own) return
      end()
      isBroken = process.pid === undefined || ++failures >= FAILURES_MOST
      log.warn(
        why,
        isBroken
          ? 'the encoder for the sound of a stream does not run; the stream goes on without it'
          : 'an encoder ended; restarting it',
      )
    }
    process.on('error', (err) => ended({ err }))
    process.on('exit', (code, signal) => ended({ code, signal }))
    process.stdin.on('error', (err) => ended({ err }))
    process.stdout.on('data', read)
    encoder = own
  }
  const take = (law: 'alaw' | 'mulaw', samples: Uint8Array, atMs: number): void => {
    if (encoder?.law !== law) {
      end()
      start(law)
    }
    const { stdin } = encoder!.process
    if (!stdin || stdin.writableLength > WAITING_BYTES) return
    moments.push({ sample: samplesIn, atMs })
    if (moments.length > MOMENTS_MOST) moments.shift()
    samplesIn += samples.length
    stdin.write(samples)
  }

  return {
    tag(tag) {
      const codec = tag.type === FLV_AUDIO ? readAudioConfig(tag)?.codec : undefined
      const samples = codec === 'pcma' || codec === 'pcmu' ? readAudio(tag) : undefined
      if (!samples) emit(tag)
      else if (!isBroken) take(codec === 'pcma' ? 'alaw' : 'mulaw', samples, tag.timestampMs)
    },
    restart: end,
    stop() {
      isBroken = true
      end()
    },
  }
}
