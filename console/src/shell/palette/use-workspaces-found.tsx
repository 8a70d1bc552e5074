import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { createPinyinFinder } from '../../features/device-tree/pinyin.ts'
import { workspaceAddress } from '../../features/workspaces/workspace-address.ts'
import en from '../../language/en/shell.ts'
import { type TextKey, useText } from '../../language/language.ts'
import zh from '../../language/zh/shell.ts'
import { trailOf } from '../menu.ts'
import { SCREEN_ICONS } from '../screen-icons.tsx'
import { useOpenable } from '../workspaces/use-workspace.ts'
import type { Found } from './found.ts'
import { bestOf, matchNames } from './match-names.ts'

const MOST = 6

/** Workspaces by name, and all of them by what they are called. */
export function useWorkspacesFound(typed: string): readonly Found[] {
  const t = useText('shell')
  const navigate = useNavigate()
  const openable = useOpenable()
  const pinyin = useMemo(
    () => createPinyinFinder([zh.workspace.menu, ...openable.map(({ name }) => name)].join('\n')),
    [openable],
  )
  return useMemo(
    () =>
      bestOf(
        openable,
        ({ name }) => matchNames([name, en.workspace.menu, zh.workspace.menu], typed, pinyin),
        MOST,
      ).map((one): Found => {
        const label = trailOf(one.path)?.label
        const screen = label && t(`menu.${label}` as TextKey<'shell'>)
        return {
          key: `workspace ${one.id}`,
          icon: SCREEN_ICONS[one.path],
          name: one.name,
          about: [screen, !one.mayChange && one.ownerName].filter(Boolean).join(' · '),
          run: () => void navigate(workspaceAddress(one)),
        }
      }),
    [openable, typed, pinyin, t, navigate],
  )
}
