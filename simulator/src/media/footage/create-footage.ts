/**
 * Pictures of users' own videos at a moment. What comes depends on the moment alone: live streams, playbacks and stills
 * of one moment have the same frame. Videos are read in order by an ffmpeg for each place at which somebody looks.
 */
import type { HostClock } from '../../kernel/clock.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import type { Footage } from '../../world/scenes/scene-input.ts'
import { type FootageReader, startFootageReader } from './footage-reader.ts'
import { type ProbedFootage, probeFootage } from './probe-footage.ts'

export type FootagePictures = Disposable & {
  /** Writes the frame of a moment into a buffer of a picture. Rejects with a FootageError. */
  into(footage: Footage, width: number, height: number, buffer: ArrayBuffer): Promise<void>
}

/** Frames that are rather read over than sought anew. */
const READ_ON_SECONDS = 5
/** Places of one video and size that are read at once; the one not used for longest gives way. */
const READERS_EACH = 4
const REST_AFTER_MS = 15_000
const LOOK_MS = 5000

type Place = { reader: FootageReader; usedMs: number; last: Uint8Array; lastFrame: number }
type Reading = { places: Place[]; queue: ReturnType<typeof createSerialQueue> }

export function createFootagePictures(deps: {
  ffmpeg: string
  host: Pick<HostClock, 'now' | 'every'>
}): FootagePictures {
  const { ffmpeg, host } = deps
  const probed = new Map<string, Promise<ProbedFootage>>()
  const readings = new Map<string, Reading>()
  let closed = false

  const probe = ({ file, imagesPerSecond }: Footage): Promise<ProbedFootage> => {
    const key = `${imagesPerSecond} ${file}`
    const known = probed.get(key)
    if (known) return known
    const asked = probeFootage(ffmpeg, file, imagesPerSecond)
    probed.set(key, asked)
    // The file may come, or be mended.
    asked.catch(() => probed.delete(key))
    return asked
  }

  const placeFor = (reading: Reading, video: ProbedFootage, frame: number, size: Size): Place => {
    const most = READ_ON_SECONDS * video.framesPerSecond
    const near = reading.places
      .filter(({ reader, lastFrame }) => {
        const ahead = frame - reader.next()
        return lastFrame === frame || (ahead >= 0 && ahead <= most)
      })
      .sort((a, b) => b.reader.next() - a.reader.next())[0]
    if (near) return near
    if (reading.places.length >= READERS_EACH) {
      const oldest = reading.places.toSorted((a, b) => a.usedMs - b.usedMs)[0]!
      drop(reading, oldest)
    }
    return open(reading, video, frame, size)
  }

  const open = (reading: Reading, video: ProbedFootage, frame: number, size: Size): Place => {
    const last = new Uint8Array((size.width * size.height * 3) >> 1)
    const reader = startFootageReader(ffmpeg, video, frame, size)
    const place = { reader, usedMs: host.now(), last, lastFrame: Number.NaN }
    reading.places.push(place)
    return place
  }

  const drop = (reading: Reading, place: Place): void => {
    place.reader.stop()
    reading.places = reading.places.filter((each) => each !== place)
  }

  async function show(reading: Reading, video: ProbedFootage, frame: number, size: Size, into: Uint8Array) {
    if (closed) return
    const place = placeFor(reading, video, frame, size)
    place.usedMs = host.now()
    if (place.lastFrame !== frame && (await place.reader.read(frame, place.last))) place.lastFrame = frame
    else if (place.lastFrame !== frame) {
      // Shorter than it said: its last frame stays.
      place.lastFrame = frame
    }
    into.set(place.last)
    const isNearEnd = frame >= video.frames - video.framesPerSecond
    const isAhead = reading.places.some(({ reader }) => reader.next() === 0)
    // The next round is made ready, so that it begins without a pause.
    if (isNearEnd && !isAhead && video.frames > video.framesPerSecond) open(reading, video, 0, size)
  }

  const stopLooking = host.every(LOOK_MS, () => {
    for (const reading of readings.values()) {
      for (const place of reading.places) {
        if (host.now() - place.usedMs > REST_AFTER_MS) drop(reading, place)
      }
    }
  })

  return {
    async into(footage, width, height, buffer) {
      const video = await probe(footage)
      const frame = frameAt(footage.elapsedMs, video)
      const key = `${width}x${height} ${footage.imagesPerSecond} ${footage.file}`
      const reading = readings.get(key) ?? { places: [], queue: createSerialQueue() }
      readings.set(key, reading)
      // One after the other: each reads on from where the one before has come to.
      await reading.queue.run(() => show(reading, video, frame, { width, height }, new Uint8Array(buffer)))
    },
    [Symbol.dispose]() {
      closed = true
      stopLooking()
      for (const reading of readings.values()) for (const { reader } of reading.places) reader.stop()
      readings.clear()
    },
  }
}

type Size = { width: number; height: number }

/** Number of the frame that is shown so long after the start: the video begins again and again. */
export function frameAt(
  elapsedMs: number,
  { framesPerSecond, frames }: Pick<ProbedFootage, 'framesPerSecond' | 'frames'>,
): number {
  // A moment that is a frame's own must not fall to the one before by a rounding error.
  const frame = Math.floor((elapsedMs * framesPerSecond) / 1000 + 1e-6)
  return ((frame % frames) + frames) % frames
}
