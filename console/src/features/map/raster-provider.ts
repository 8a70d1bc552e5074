import { addProtocol } from 'maplibre-gl'
import { z } from 'zod'
import { fillTile } from './city-provider.ts'
import { baiduTile, DATUMS } from './datum.ts'
import { datumParts, type MapProvider } from './map-provider.ts'

/** A raster map service in `config.json`. The address may hold {z}, {x}, {y} and {s} (one of `subdomains`). */
export const RasterConfig = z.object({
  provider: z.literal('raster'),
  id: z.string().default('raster'),
  url: z.string().min(1),
  /** Another address for the dark theme; without it the same map is dimmed. */
  urlDark: z.string().optional(),
  subdomains: z.array(z.string()).default([]),
  datum: z.enum(DATUMS).default('WGS-84'),
  tileSize: z.number().int().default(256),
  minZoom: z.number().default(3),
  maxZoom: z.number().default(18),
  attribution: z.string().default(''),
})
export type RasterConfig = z.infer<typeof RasterConfig>

const BAIDU_PROTOCOL = 'baidu-tile'
let speaksBaidu = false

/** Baidu numbers its tiles differently: requests go through a protocol that renames them. */
function speakBaidu(): void {
  if (speaksBaidu) return
  speaksBaidu = true
  addProtocol(BAIDU_PROTOCOL, async ({ url }, { signal }) => {
    const [, zoom, x, y, template] = /^[^:]+:\/\/(\d+)\/(\d+)\/(\d+)\/(.+)$/.exec(url) ?? []
    const z = Number(zoom)
    const tile = baiduTile(z, Number(x), Number(y))
    const reply = await fetch(fillTile(decodeURIComponent(template ?? ''), z, tile.x, tile.y), { signal })
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`)
    return { data: await reply.arrayBuffer() }
  })
}

/** Tiles are fetched by a worker, which knows no page that a path could begin at. */
const absolute = (template: string): string =>
  template.startsWith('/') && !template.startsWith('//') ? location.origin + template : template

/** A map service with picture tiles in WGS-84, GCJ-02 or BD-09. */
export function rasterProvider(config: RasterConfig): MapProvider {
  const { datum, tileSize, minZoom, maxZoom, attribution } = config
  if (datum === 'BD-09') speakBaidu()
  const spread = (template: string): string[] =>
    (config.subdomains.length === 0 ? [''] : config.subdomains).map((s) =>
      absolute(template.replace('{s}', s)),
    )
  const address = (template: string): string =>
    datum === 'BD-09' ? `${BAIDU_PROTOCOL}://{z}/{x}/{y}/${encodeURIComponent(template)}` : template
  return {
    id: config.id,
    ...datumParts(datum),
    tileAddress(z, x, y) {
      const tile = datum === 'BD-09' ? baiduTile(z, x, y) : { x, y }
      return fillTile(spread(config.url)[0] as string, z, tile.x, tile.y)
    },
    style: async (theme) => {
      const dimmed = theme === 'dark' && config.urlDark === undefined
      const template = theme === 'dark' && config.urlDark !== undefined ? config.urlDark : config.url
      return {
        version: 8,
        sources: {
          raster: {
            type: 'raster',
            tiles: spread(template).map(address),
            tileSize,
            minzoom: minZoom,
            maxzoom: maxZoom,
          },
        },
        layers: [
          {
            id: 'ground',
            type: 'background',
            paint: { 'background-color': theme === 'dark' ? '#10161f' : '#e8ecf0' },
          },
          {
            id: 'raster',
            type: 'raster',
            source: 'raster',
            paint: dimmed ? { 'raster-brightness-max': 0.45, 'raster-saturation': -0.5 } : {},
          },
        ],
      }
    },
    attribution,
    minZoom,
    maxZoom: maxZoom + 1,
  }
}
