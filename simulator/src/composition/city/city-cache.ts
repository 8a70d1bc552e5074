import { createHash } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { writeWhole } from '../../store/whole-files.ts'
import { type BuiltCity, PACKED_FORM, type PackedCity, unpackCity } from '../../world/city/packed-city.ts'
import { WORLD_VERSION } from '../../world/world.ts'

export type CachedCity = {
  packed: PackedCity
  built: BuiltCity /** There is a file of it. */
  isStored: boolean
}

/** Cities that were built before, so that a second start takes a fraction of the time. Losing it costs nothing else. */
export type CityCache = {
  read(seed: number): CachedCity | undefined
  /** Lets other platforms of this process have it: nothing writes to a city. */
  share(seed: number, city: CachedCity): CachedCity
  /** Its 40 MB go to the disk beside the event loop. */
  write(seed: number, city: CachedCity): Promise<void>
}

const CITIES_KEPT = 6
/** By file. A city goes when no platform of this process uses it; only the last stays for the next, as in tests. */
const IN_USE = new Map<string, WeakRef<CachedCity>>()
const GONE = new FinalizationRegistry<string>((file) => {
  if (!IN_USE.get(file)?.deref()) IN_USE.delete(file)
})
/** One at most. */
const LAST: CachedCity[] = []
const WORLD_FOLDER = fileURLToPath(new URL('../../world', import.meta.url))
const CACHE_FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/backlot', import.meta.url))

/** Files of a running program do not change. */
let program: string | undefined

/** A file per seed; its name changes with the program that built it. */
export function createCityCache(log: Logger, folder = CACHE_FOLDER): CityCache {
  program ??= fingerprint()
  const fileOf = (seed: number) => join(folder, `city-${seed}-${program}.bin`)
  return {
    read(seed) {
      const file = fileOf(seed)
      const used = IN_USE.get(file)?.deref()
      if (used) {
        LAST[0] = used
        return used
      }
      try {
        const packed = readShared(file)
        const built = unpackCity(packed)
        if (built.city.seed !== seed) return undefined
        return this.share(seed, { packed, built, isStored: true })
      } catch (error) {
        log.debug({ err: error }, 'no city was kept')
        return undefined
      }
    },
    share(seed, city) {
      const file = fileOf(seed)
      IN_USE.set(file, new WeakRef(city))
      GONE.register(city, file)
      LAST[0] = city
      return city
    },
    async write(seed, city) {
      try {
        mkdirSync(folder, { recursive: true })
        // A start that reads at the same time sees a whole file or none.
        await writeWhole(fileOf(seed), Buffer.from(city.packed))
        city.isStored = true
        forgetOldest(folder)
      } catch (error) {
        log.debug({ err: error }, 'the city was not kept')
      }
    },
  }
}

/** A file's bytes in memory that threads share. */
function readShared(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r')
  try {
    const bytes = new SharedArrayBuffer(fstatSync(file).size)
    const view = Buffer.from(bytes)
    for (let at = 0; at < view.length; ) {
      const read = readSync(file, view, at, view.length - at, at)
      if (read === 0) throw new Error(`${path} ended early`)
      at += read
    }
    return bytes
  } finally {
    closeSync(file)
  }
}

/**
 * Removes all but the newest handful: each is some 40 MB. Those of other programs count too: the sources and what is
 * compiled from them run beside each other.
 */
function forgetOldest(folder: string): void {
  const cities = readdirSync(folder).filter((name) => name.startsWith('city-'))
  const builtMs = (name: string) => statSync(join(folder, name)).mtimeMs
  const oldest = cities.map((name) => ({ name, atMs: builtMs(name) })).sort((a, b) => b.atMs - a.atMs)
  for (const { name } of oldest.slice(CITIES_KEPT)) rmSync(join(folder, name), { force: true })
}

/** Of the world's version, the packed form and the world's files as they are: an edited world is built again. */
function fingerprint(): string {
  const hash = createHash('sha1').update(`${WORLD_VERSION} ${PACKED_FORM} ${process.version}`)
  for (const folder of ['city', 'traffic', '.']) {
    for (const name of readdirSync(join(WORLD_FOLDER, folder)).sort()) {
      const { size, mtimeMs } = statSync(join(WORLD_FOLDER, folder, name))
      hash.update(`${name} ${size} ${mtimeMs}`)
    }
  }
  return hash.digest('hex').slice(0, 12)
}
