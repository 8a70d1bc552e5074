import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { createPinyinFinder } from '../../features/device-tree/pinyin.ts'
import en from '../../language/en/shell.ts'
import { type TextKey, useText } from '../../language/language.ts'
import zh from '../../language/zh/shell.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useSession } from '../../session/session-store.ts'
import { groupsFor, sectionsFor, trailOf } from '../menu.ts'
import { useOwnScreens } from '../own-screens.ts'
import { SCREEN_ICONS } from '../screen-icons.tsx'
import { SCREENS } from '../screens.ts'
import type { Found } from './found.ts'
import { bestOf, matchNames } from './match-names.ts'

const MOST = 6
const pinyin = createPinyinFinder(Object.values(zh.menu).join('\n'))

const namesOf = (label: string): string[] =>
  [en.menu, zh.menu].flatMap((menu) => (menu as Record<string, string>)[label] ?? [])

/** Screens by name; pinned ones and the last ones while nothing is typed. */
export function useScreensFound(typed: string): readonly Found[] {
  const t = useText('shell')
  const grant = useSession()
  const navigate = useNavigate()
  const { pinned, recent } = useOwnScreens()
  return useMemo(() => {
    const sections = sectionsFor(grant, hasScreen)
    const all = [
      ...groupsFor(grant, hasScreen).flatMap(({ entries }) => entries),
      ...sections.flatMap(({ children }) => children),
    ]
    const near = [...new Set([...recent.slice(1), ...pinned])].flatMap(
      (path) => all.find((entry) => entry.path === path) ?? [],
    )
    const shown =
      typed.trim() === '' ? near : bestOf(all, ({ label }) => matchNames(namesOf(label), typed, pinyin), MOST)
    return shown.map(({ path, label }): Found => {
      const trail = trailOf(path)
      const section = sections.find((one) => path.startsWith(`${one.path}/`))
      const above = [
        trail?.group && t(`nav.group.${trail.group}`),
        trail?.section && t(`menu.${trail.section}` as TextKey<'shell'>),
      ]
      return {
        key: path,
        icon: SCREEN_ICONS[path] ?? SCREEN_ICONS[section?.path ?? ''],
        name: t(`menu.${label}` as TextKey<'shell'>),
        about: above.filter(Boolean).join(' / '),
        run: () => {
          SCREENS[path]?.().catch(() => undefined)
          void navigate(path)
        },
      }
    })
  }, [typed, grant, pinned, recent, t, navigate])
}
