import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { useMediaQuery } from '../use-media-query.ts'
import type { ThemeMode } from './theme.ts'

/** The stored choice, else light while the system prefers it, else dark. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  const stored = useSettings((settings) => settings.themeMode)
  const preferred = useMediaQuery('(prefers-color-scheme: light)') ? 'light' : 'dark'
  return [stored ?? preferred, (mode) => setSetting('themeMode', mode)]
}
