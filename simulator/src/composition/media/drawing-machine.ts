/** What a worker draws cameras with: an ffmpeg, the city of a seed, and drawing threads by the cores that there are. */
import type { Logger } from 'pino'
import type { HostClock } from '../../kernel/clock.ts'
import { type FoundFfmpeg, locateFfmpeg } from '../../media/ffmpeg-locate.ts'
import { MEDIA_DEFAULTS } from '../../media/media-options.ts'
import { createRestingScenes, type RestingScenes } from '../../media/resting-scenes.ts'
import { createSceneService } from '../../media/scene-service.ts'
import { createSpareEncoders } from '../../media/spare-encoders.ts'
import type { DrawingMachine, OpenDrawing } from '../../media/workers/draw-for-core.ts'
import type { PackedCity } from '../../world/city/packed-city.ts'
import { createCityCache } from '../city/city-cache.ts'
import { prepareCity } from '../city/prepare-city.ts'

/** A drawing thread is busy with half of what its streams cost: their encoders need as much. */
const CORES_A_THREAD = 2
/** Streams come one by one, and those of a machine that has died are started by their encoders. */
const SPARES_MOST = 4

/** Threads start with the first core that asks, and end with the machine. */
export function createDrawingMachine(deps: {
  host: HostClock
  log: Logger
  /** Path of ffmpeg to try first. */
  ffmpeg: string | undefined
  cores: number
  /** Streams at a time: as many encoders are held ready at most. */
  slots: number
}): DrawingMachine & AsyncDisposable {
  const { log } = deps
  let kept: { seed: number; proof: string; opening: Promise<Drawing | undefined> } | undefined

  const openSeed = async (seed: number, proof: string): Promise<Drawing | undefined> => {
    const city = await cityOfSeed(seed, log)
    const drawing = createDrawing(seed, city, deps)
    if ((await drawing.proof()) === proof) return drawing
    await drawing[Symbol.asyncDispose]()
    return undefined
  }
  return {
    async open(seed, proof) {
      const ffmpeg = await locateFfmpeg(deps.ffmpeg)
      if (!ffmpeg) return 'noFfmpeg'
      if (kept?.seed !== seed || kept.proof !== proof) {
        await (await kept?.opening)?.[Symbol.asyncDispose]()
        kept = { seed, proof, opening: openSeed(seed, proof) }
      }
      const drawing = await kept.opening
      return drawing ? await drawing.with(ffmpeg) : 'otherPictures'
    },
    async [Symbol.asyncDispose]() {
      await (await kept?.opening)?.[Symbol.asyncDispose]()
    },
  }
}

async function cityOfSeed(seed: number, log: Logger): Promise<PackedCity> {
  await prepareCity(seed, log)
  const city = createCityCache(log).read(seed)
  if (!city) throw new Error(`the city of seed ${seed} could not be kept`)
  return city.packed
}

type Drawing = AsyncDisposable & { proof(): Promise<string>; with(ffmpeg: FoundFfmpeg): Promise<OpenDrawing> }

function createDrawing(
  seed: number,
  city: PackedCity,
  { host, log, cores, slots }: { host: HostClock; log: Logger; cores: number; slots: number },
): Drawing {
  const open = (): RestingScenes & { streams: number } => ({
    streams: 0,
    ...createRestingScenes({
      host,
      neverRest: true,
      open: (onDeath) => createSceneService({ seed, city, onDeath }),
      onDeath: (error) => log.warn({ error: String(error) }, 'a drawing thread died; restarting it'),
    }),
  })
  const services = Array.from({ length: Math.max(1, Math.round(cores / CORES_A_THREAD)) }, open)
  let spares: ReturnType<typeof createSpareEncoders> | undefined

  return {
    async proof() {
      const [first] = services
      return first ? first.scenes().proof() : ''
    },
    async with({ path, h265 }) {
      const { sizes, framesPerSecond, spareEncoders } = MEDIA_DEFAULTS
      spares ??= createSpareEncoders(
        host,
        (['sub', 'main'] as const).map((streamType) => ({
          options: { ...sizes[streamType], framesPerSecond, ffmpeg: path },
          count: Math.min(spareEncoders[streamType], slots, SPARES_MOST),
        })),
      )
      const { width, height } = sizes.sub
      // A cold thread is several times as slow: a camera that must be taken over at once cannot wait for it.
      await Promise.all(services.map(({ scenes }) => scenes().warmUp(width, height)))
      spares.expectViewers()
      return {
        ffmpeg: path,
        h265,
        takeThreads() {
          const least = services.reduce((one, other) => (other.streams < one.streams ? other : one))
          least.streams++
          spares?.expectViewers()
          return { scenes: least.scenes, giveBack: () => void least.streams-- }
        },
        takeSpare: (options) => spares?.take(options),
      }
    },
    async [Symbol.asyncDispose]() {
      spares?.[Symbol.dispose]()
      await Promise.all(services.map((service) => service[Symbol.asyncDispose]()))
    },
  }
}
