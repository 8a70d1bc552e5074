/** A city that browsers copy from thread to thread. Stands for world/city/packed-city.ts, which shares its memory. */
import type { BuiltCity } from '@backlot/simulator/world/city/packed-city'

export const PACKED_FORM = 0
export const packCity = (city: BuiltCity): BuiltCity => city
export const unpackCity = (city: BuiltCity): BuiltCity => city
