import { landSheet } from './land.ts'
import { datumParts, type MapProvider } from './map-provider.ts'

/** No map service at all: the land's outline, a graticule and coordinates. */
export function plainProvider(): MapProvider {
  const parts = datumParts('WGS-84')
  return {
    id: 'none',
    ...parts,
    tileAddress: () => undefined,
    style: async (theme) => ({ version: 8, ...(await landSheet(parts, theme)) }),
    attribution: 'Natural Earth',
    minZoom: 1,
    maxZoom: 19,
  }
}
