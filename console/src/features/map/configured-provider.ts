import { config } from '../../platform/config.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { cityProvider } from './city-provider.ts'
import type { MapProvider } from './map-provider.ts'
import { plainProvider } from './plain-provider.ts'
import { RasterConfig, rasterProvider } from './raster-provider.ts'

let made: { from: unknown; provider: MapProvider } | undefined

/** The map provider that `config.json` names: `city`, `raster` with its options, or `none`. */
export function configuredProvider(): MapProvider {
  const { map } = config()
  if (made?.from !== map) made = { from: map, provider: make(map) }
  return made.provider
}

function make(map: { provider: string }): MapProvider {
  if (map.provider === 'city') return cityProvider()
  if (map.provider === 'raster') {
    const read = RasterConfig.safeParse(map)
    if (read.success) return rasterProvider(read.data)
    noteProblem('map', `config.json: ${read.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
  } else if (map.provider !== 'none') noteProblem('map', `config.json: unknown provider ${map.provider}`)
  return plainProvider()
}
