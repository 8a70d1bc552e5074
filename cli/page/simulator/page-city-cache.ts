/** Cities of this page, by seed: there is no disk for them. Stands for composition/city/city-cache.ts. */
import type { CachedCity, CityCache } from '@backlot/simulator/composition/city/city-cache'

const cities = new Map<number, CachedCity>()

export const createCityCache = (): CityCache => ({
  read: (seed) => cities.get(seed),
  share(seed, city) {
    cities.set(seed, city)
    return city
  },
  async write(_seed, city) {
    city.isStored = true
  },
})
