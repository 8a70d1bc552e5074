import { expect, it, vi } from 'vitest'
import { antdTheme } from '../../shell/antd-theme.ts'
import { contrast, palette } from './colour.ts'
import { accentFor, GROUNDS, pageProperties } from './theme.ts'

// Only its algorithms are named; their results for tokens are not ours.
vi.mock('antd', () => ({ theme: { darkAlgorithm: 'dark', defaultAlgorithm: 'light' } }))

/** The default, the palest and the darkest that are offered, and one that an account may have from elsewhere. */
const COLOURS = ['#409EFF', '#D98E04', '#8B7CF0', '#112233']
const tokensOf = (mode: 'dark' | 'light', colour: string) =>
  antdTheme(mode, colour, false).token as Record<
    `colorPrimary${'' | 'Hover' | 'Active' | 'Bg' | 'BgHover'}`,
    string
  >

it.each(COLOURS)(
  'tints of %s are the grounds and edges of a light console, its shade what is pressed',
  (colour) => {
    const { tints } = palette(colour)
    expect(tokensOf('light', colour)).toMatchObject({
      colorPrimaryBg: tints[9],
      colorPrimaryBgHover: tints[8],
      colorPrimaryBorder: tints[6],
      colorPrimaryBorderHover: tints[4],
      colorPrimaryHover: palette(accentFor('light', colour)).shade,
    })
    expect(pageProperties('light', colour)['--accent-soft']).toBe(tints[9])
  },
)

it.each(COLOURS)('what a dark console points at is a tint of %s', (colour) => {
  const { tints } = palette(accentFor('dark', colour))
  const tokens = tokensOf('dark', colour)
  expect(tokens).toMatchObject({
    colorPrimaryHover: tints[1],
    colorLinkHover: tints[1],
    colorPrimaryActive: tints[2],
  })
  expect(tokens.colorPrimaryBg).toBe(pageProperties('dark', colour)['--accent-soft'])
})

it.each(COLOURS)('words keep their contrast on and off grounds of %s', (colour) => {
  for (const mode of ['dark', 'light'] as const) {
    const { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorPrimaryBg, colorPrimaryBgHover } =
      tokensOf(mode, colour)
    const { panel, text } = GROUNDS[mode]
    const { defaultHoverColor, defaultActiveColor } = antdTheme(mode, colour, false).components!
      .Button as Record<'defaultHoverColor' | 'defaultActiveColor', string>
    for (const words of [
      colorPrimary,
      colorPrimaryHover,
      colorPrimaryActive,
      defaultHoverColor,
      defaultActiveColor,
    ])
      expect(contrast(words, panel)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [colorPrimaryBg, colorPrimaryBgHover])
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  }
})
