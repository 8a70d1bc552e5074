import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Logger } from 'pino'
import type { City } from '../world/city/types.ts'
import type { LoopTable } from '../world/traffic/build-loops.ts'
import { WORLD_VERSION } from '../world/world.ts'

/** What takes longest to build of a world and depends on the seed alone. */
export type BuiltCity = { city: City; loops: LoopTable }

/** Cities that were built before, so that a second start takes a fraction of the time. Losing it costs nothing else. */
export type CityCache = {
  read(seed: number): BuiltCity | undefined
  write(seed: number, built: BuiltCity): void
}

const WORLD_FOLDER = fileURLToPath(new URL('../world', import.meta.url))
const CACHE_FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/backlot', import.meta.url))

/** A file per seed; its name changes with the program that built it. */
export function createCityCache(log: Logger, folder = CACHE_FOLDER): CityCache {
  const program = fingerprint()
  const fileOf = (seed: number) => join(folder, `city-${seed}-${program}.bin`)
  return {
    read(seed) {
      try {
        const built = deserialize(readFileSync(fileOf(seed))) as BuiltCity
        return built.city.seed === seed ? built : undefined
      } catch (error) {
        log.debug({ err: error }, 'no city was kept')
        return undefined
      }
    },
    write(seed, built) {
      try {
        mkdirSync(folder, { recursive: true })
        // Under another name first: a start that reads at the same time sees a whole file or none.
        const fresh = `${fileOf(seed)}.${process.pid}`
        writeFileSync(fresh, serialize(built))
        renameSync(fresh, fileOf(seed))
      } catch (error) {
        log.debug({ err: error }, 'the city was not kept')
      }
    },
  }
}

/** Of the world's version and its files as they are: an edited world builds anew. */
function fingerprint(): string {
  const hash = createHash('sha1').update(`${WORLD_VERSION} ${process.version}`)
  for (const folder of ['city', 'traffic', '.']) {
    for (const name of readdirSync(join(WORLD_FOLDER, folder)).sort()) {
      const { size, mtimeMs } = statSync(join(WORLD_FOLDER, folder, name))
      hash.update(`${name} ${size} ${mtimeMs}`)
    }
  }
  return hash.digest('hex').slice(0, 12)
}
