import { platformPath } from '@backlot/contract/adapters/call-request'
import { vectorTile } from '@backlot/contract/map/calls'
import { config, platformAddress } from '../../platform/config.ts'
import { basemapStyle } from './basemap/style.ts'
import { datumParts, type MapProvider } from './map-provider.ts'

/** The simulator's own city: vector tiles of the platform, WGS-84. */
export function cityProvider(): MapProvider {
  const path = platformPath(config().adapter, vectorTile.path)
  const template = platformAddress(path.replace(/:(\w+)/g, '{$1}')).replace(/%7B(\w)%7D/gi, '{$1}')
  return {
    id: 'city',
    ...datumParts('WGS-84'),
    tileAddress: (z, x, y) => fillTile(template, z, x, y),
    style: async (theme, language) => basemapStyle({ theme, language, tilesUrl: template }),
    attribution: 'Backlot',
    minZoom: 3,
    maxZoom: 19,
  }
}

/** A tile address template with its {z}, {x} and {y} filled. */
export function fillTile(template: string, z: number, x: number, y: number): string {
  return template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
}
