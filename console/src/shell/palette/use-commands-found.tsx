import {
  AimOutlined,
  BellOutlined,
  BlockOutlined,
  FileImageOutlined,
  GlobalOutlined,
  KeyOutlined,
  LayoutOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  NotificationOutlined,
  PictureOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { ACCESS } from '@backlot/contract/access'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { setDrawerOpen } from '../../areas/alarms/alarm-view-store.ts'
import { setStormMode, useStormMode } from '../../areas/alarms/storm-mode.ts'
import { showTool } from '../../areas/talk/open-tool.ts'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { createPinyinFinder } from '../../features/device-tree/pinyin.ts'
import { isSecondWindow } from '../../features/second-window.ts'
import { useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import enPalette from '../../language/en/palette.ts'
import enShell from '../../language/en/shell.ts'
import { useLanguage, useText } from '../../language/language.ts'
import zhPalette from '../../language/zh/palette.ts'
import zhShell from '../../language/zh/shell.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { useCan, useSession } from '../../session/session-store.ts'
import { useMayTalk } from '../../session/use-may-talk.ts'
import { type AccountDialog, askSignOut, pickLanguage, showAccountDialog } from '../account-actions.ts'
import { useSideBar } from '../side-bar-state.ts'
import { useWorkspace } from '../workspaces/use-workspace.ts'
import { showWorkspaceForm, updateContent } from '../workspaces/workspace-actions.ts'
import type { Found } from './found.ts'
import { bestOf, matchNames } from './match-names.ts'
import { showPalette } from './palette-state.ts'

const MOST = 5
const pinyin = createPinyinFinder(
  [...Object.values(zhPalette.command), ...Object.values(zhShell.user)].join('\n'),
)

const ACCOUNT: readonly (readonly [AccountDialog, ReactNode])[] = [
  ['info', <UserOutlined key="info" />],
  ['monitoring', <SettingOutlined key="monitoring" />],
  ['alarmSettings', <BellOutlined key="alarms" />],
  ['pictures', <FileImageOutlined key="pictures" />],
  ['place', <AimOutlined key="place" />],
  ['password', <KeyOutlined key="password" />],
]

/** Its names in both languages. */
type Command = { found: Found; names: readonly string[] }

/** What the palette does by itself: parts of the shell, settings, the own account. */
export function useCommandsFound(typed: string): readonly Found[] {
  const t = useText('palette')
  const shell = useText('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const [mode, setMode] = useThemeMode()
  const { toggle } = useSideBar()
  const hasTone = useSettings((settings) => settings.alarmPromptTone)
  const withAlarms = useSession((session) => isCallPermitted(ACCESS.seeAlarms, session))
  const isStormMode = useStormMode((mode) => mode.on)
  const mayTalk = useMayTalk()
  const { content, open, differs } = useWorkspace()
  const areLoaded = useWorkspaces(({ list }) => list !== undefined)
  const mayChangeLogo = useCan('/logo')
  const mayWatchLive = useCan('/realTime') && !isSecondWindow

  const command = (key: keyof typeof enPalette.command, icon: ReactNode, run: () => void): Command => ({
    found: { key, icon, name: t(`command.${key}`), run },
    names: [enPalette.command[key], zhPalette.command[key]],
  })
  const commands: Command[] = [
    ...(withAlarms
      ? [
          command('liveAlarms', <BellOutlined />, () => setDrawerOpen(true)),
          command(hasTone ? 'toneOff' : 'toneOn', <NotificationOutlined />, () =>
            setSetting('alarmPromptTone', !hasTone),
          ),
          command(isStormMode ? 'stormOff' : 'stormOn', <ThunderboltOutlined />, () =>
            setStormMode(!isStormMode),
          ),
        ]
      : []),
    ...(mayTalk.meetings ? [command('meeting', <UserOutlined />, () => showTool('meeting'))] : []),
    ...(mayTalk.intercom ? [command('ptt', <NotificationOutlined />, () => showTool('ptt'))] : []),
    ...(areLoaded
      ? [command('saveWorkspace', <LayoutOutlined />, () => showWorkspaceForm({ content }))]
      : []),
    ...(open?.mayChange && differs
      ? [command('updateWorkspace', <LayoutOutlined />, () => updateContent(shell, open, content))]
      : []),
    ...(mayWatchLive
      ? [
          command('secondWindow', <BlockOutlined />, () => {
            void import('../../areas/live-video/wall-pair.ts').then(({ openPair }) => openPair())
          }),
        ]
      : []),
    command('sideBar', <MenuFoldOutlined />, toggle),
    command(mode === 'dark' ? 'light' : 'dark', <PictureOutlined />, () =>
      setMode(mode === 'dark' ? 'light' : 'dark'),
    ),
    command(language === 'en' ? 'chinese' : 'english', <GlobalOutlined />, () =>
      pickLanguage(language === 'en' ? 'zh' : 'en'),
    ),
    command('keys', <QuestionCircleOutlined />, () => showPalette('keys')),
    ...(mayChangeLogo ? [command('logo', <PictureOutlined />, () => void navigate('/logo'))] : []),
    ...ACCOUNT.map(
      ([dialog, icon]): Command => ({
        found: { key: dialog, icon, name: shell(`user.${dialog}`), run: () => showAccountDialog(dialog) },
        names: [enShell.user[dialog], zhShell.user[dialog]],
      }),
    ),
    {
      found: {
        key: 'signOut',
        icon: <LogoutOutlined />,
        name: shell('user.signOut'),
        run: () => askSignOut(shell),
      },
      names: [enShell.user.signOut, zhShell.user.signOut],
    },
  ]
  const shown =
    typed.trim() === ''
      ? commands.filter(({ found }) => ['liveAlarms', 'keys'].includes(found.key))
      : bestOf(commands, ({ names }) => matchNames(names, typed, pinyin), MOST)
  return shown.map(({ found }) => found)
}
