import { setSetting, useSettings } from '../platform/settings-store.ts'
import type { ThemeMode } from './theme.ts'

/** The stored choice, else light when the system prefers it, else dark. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  const stored = useSettings((settings) => settings.themeMode)
  const preferred = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  return [stored ?? preferred, (mode) => setSetting('themeMode', mode)]
}
