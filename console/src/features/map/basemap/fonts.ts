import unicodeRanges from '@fontsource/noto-sans-sc/unicode.json'
import type { FontFacesSpecification } from 'maplibre-gl'

/** Font names of the map's labels (`text-font`); both are Noto Sans SC, shipped with the console in small subsets. */
export const REGULAR_FONT = 'Noto Sans SC Regular'
export const MEDIUM_FONT = 'Noto Sans SC Medium'

const regularFiles = import.meta.glob<string>(
  [
    '../../../../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-*-400-normal.woff2',
    '!**/noto-sans-sc-chinese-simplified-*',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)
const mediumFiles = import.meta.glob<string>(
  [
    '../../../../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-*-500-normal.woff2',
    '!**/noto-sans-sc-chinese-simplified-*',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)

/** The style's `font-faces`: each subset with its characters, fetched when a label first needs one of them. */
export function fontFaces(): FontFacesSpecification {
  return { [REGULAR_FONT]: facesOf(regularFiles, 400), [MEDIUM_FONT]: facesOf(mediumFiles, 500) }
}

function facesOf(files: Record<string, string>, weight: number) {
  const bySubset = new Map<string, string>()
  for (const [path, url] of Object.entries(files)) {
    const subset = new RegExp(`noto-sans-sc-(.+)-${weight}-normal\\.woff2$`).exec(path)?.[1]
    if (subset) bySubset.set(subset, url)
  }
  return Object.entries(unicodeRanges).flatMap(([key, ranges]) => {
    const url = bySubset.get(key.replace(/[[\]]/g, ''))
    return url ? [{ url, 'unicode-range': ranges.split(',') }] : []
  })
}
