import ranges from '@fontsource/noto-sans-sc/unicode.json'

/** The subsets of Noto Sans SC by name, woff2 only. */
const FILES = import.meta.glob<string>(
  '../../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-*-{400,600}-normal.woff2',
  { query: '?url', import: 'default', eager: true },
)

/**
 * Declares Chinese glyphs for machines without a Chinese font. A browser fetches a subset only when a text needs its
 * range and no font before it in the list has the glyphs.
 */
for (const [subset, unicodeRange] of Object.entries(ranges as Record<string, string>)) {
  const number = subset.replace(/[[\]]/g, '')
  for (const weight of ['400', '600']) {
    const url =
      FILES[
        `../../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-${number}-${weight}-normal.woff2`
      ]
    if (url)
      document.fonts.add(
        new FontFace('Noto Sans SC', `url(${url}) format("woff2")`, { weight, unicodeRange }),
      )
  }
}
