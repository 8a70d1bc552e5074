import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import { mix, palette, readableOn } from '../components/theme/colour.ts'
import { accentFor, accentsOf, GROUNDS, type ThemeMode } from '../components/theme/theme.ts'

/** antd's theme for a mode and a platform colour; without `motion` nothing slides or fades. */
export function antdTheme(mode: ThemeMode, colour: string, motion: boolean): ThemeConfig {
  const ground = GROUNDS[mode]
  const solid = readableOn(colour, '#ffffff')
  const accent = accentFor(mode, colour)
  const { soft, softHover, edge, edgeHover, hover, active } = accentsOf(mode, colour)
  // Darker, as the words on it are white.
  const { shade } = palette(solid)
  const danger = palette(ground.danger)
  const [dangerHover, dangerActive] =
    mode === 'light' ? [danger.shade, palette(danger.shade).shade] : [danger.tints[1]!, danger.tints[2]!]
  // antd's own tints of colours as dark as these are muddy.
  const tints = (name: string, tint: string) => ({
    [`color${name}Bg`]: mix(ground.raised, tint, mode === 'dark' ? 0.12 : 0.08),
    [`color${name}Border`]: mix(ground.raised, tint, 0.4),
  })
  return {
    // Variables of a theme stay in the page (antd-styles.ts): under one key, those that came last would hold.
    cssVar: { key: `antd-${mode}-${colour.replace(/\W/g, '')}${motion ? '' : '-still'}` },
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: accent,
      colorPrimaryBg: soft,
      colorPrimaryBgHover: softHover,
      colorPrimaryBorder: edge,
      colorPrimaryBorderHover: edgeHover,
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      colorPrimaryText: accent,
      colorPrimaryTextHover: hover,
      colorPrimaryTextActive: active,
      colorInfo: accent,
      colorLink: accent,
      colorLinkHover: hover,
      colorLinkActive: active,
      colorSuccess: ground.ok,
      colorWarning: ground.warn,
      colorError: ground.danger,
      colorErrorHover: dangerHover,
      colorErrorActive: dangerActive,
      colorBgLayout: ground.page,
      colorBgContainer: ground.panel,
      colorBgElevated: ground.raised,
      colorBorder: ground.line,
      colorBorderSecondary: ground['line-soft'],
      colorText: ground.text,
      colorTextSecondary: ground['text-2'],
      colorTextTertiary: ground['text-3'],
      colorTextDescription: ground['text-3'],
      colorTextPlaceholder: ground['text-3'],
      fontFamily: 'var(--font)',
      fontSize: 13,
      controlHeight: 28,
      padding: 12,
      paddingLG: 18,
      borderRadius: 5,
      ...tints('Info', accent),
      ...tints('Success', ground.ok),
      ...tints('Warning', ground.warn),
      ...tints('Error', ground.danger),
      // Shadows are not seen on a dark background: overlays have an edge.
      ...(mode === 'dark' && {
        boxShadow: `0 0 0 1px ${ground.line}, 0 8px 24px rgba(0, 0, 0, 0.5)`,
        boxShadowSecondary: `0 0 0 1px ${ground.line}, 0 8px 24px rgba(0, 0, 0, 0.5)`,
      }),
      motion,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: {
        colorPrimary: solid,
        colorPrimaryHover: shade,
        colorPrimaryActive: palette(shade).shade,
        // Filled buttons darken; texts on the panel do not.
        defaultHoverColor: hover,
        defaultHoverBorderColor: hover,
        defaultActiveColor: active,
        defaultActiveBorderColor: active,
        // Words on a filled button that deletes: white would not stand out from a dark theme's red.
        dangerColor: mode === 'light' ? '#ffffff' : ground.sunken,
        primaryShadow: 'none',
        defaultShadow: 'none',
      },
      Table: {
        headerBg: ground.sunken,
        headerSortActiveBg: ground.sunken,
        headerSortHoverBg: ground['line-soft'],
        bodySortBg: 'transparent',
        headerSplitColor: 'transparent',
        cellPaddingBlockSM: 5,
      },
      // Words on it are white when it is on, as on buttons, and the text's colour when it is off.
      Switch: {
        colorPrimary: solid,
        colorPrimaryHover: shade,
        colorTextQuaternary: mix(ground.raised, ground.text, 0.25),
        colorTextTertiary: mix(ground.raised, ground.text, 0.3),
      },
      // An empty box has nothing but its edge.
      Checkbox: { colorBorder: mix(ground.line, ground['text-3'], 0.6) },
      Radio: { colorBorder: mix(ground.line, ground['text-3'], 0.6) },
      Slider: {
        railBg: ground.line,
        railHoverBg: ground.line,
        trackBg: accent,
        trackHoverBg: accent,
        handleColor: accent,
      },
      Tooltip: { colorTextLightSolid: '#f2f6fa', colorBgSpotlight: '#2b3847' },
    },
  }
}
