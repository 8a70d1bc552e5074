import {
  AimOutlined,
  BellOutlined,
  DownOutlined,
  FileImageOutlined,
  KeyOutlined,
  LogoutOutlined,
  PictureOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { SectionBoundary } from '../components/failure/section-boundary.tsx'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { useLanguage, useText } from '../language/language.ts'
import { useCan, useSession } from '../session/session-store.ts'
import {
  type AccountDialog,
  askSignOut,
  pickLanguage,
  showAccountDialog,
  useAccountDialog,
} from './account-actions.ts'

const DIALOGS = {
  info: lazy(async () => ({ default: (await import('../areas/account/info-dialog.tsx')).InfoDialog })),
  monitoring: lazy(async () => ({
    default: (await import('../areas/account/monitoring-dialog.tsx')).MonitoringDialog,
  })),
  pictures: lazy(async () => ({
    default: (await import('../areas/account/pictures-dialog.tsx')).PicturesDialog,
  })),
  place: lazy(async () => ({ default: (await import('../areas/account/place-dialog.tsx')).PlaceDialog })),
  password: lazy(async () => ({
    default: (await import('../areas/account/password-dialog.tsx')).PasswordDialog,
  })),
  alarmSettings: lazy(async () => ({
    default: (await import('../areas/account/alarm-settings-dialog.tsx')).AlarmSettingsDialog,
  })),
} satisfies Record<AccountDialog, unknown>

/** The signed-in user: own account, settings of this browser, language, theme, signing out. */
export function UserMenu() {
  const t = useText('shell')
  const user = useSession((session) => session.userInfo)
  const language = useLanguage()
  const [mode, setMode] = useThemeMode()
  const dialog = useAccountDialog((state) => state.shown)
  const navigate = useNavigate()
  const mayChangeLogo = useCan('/logo')
  const Dialog = dialog && DIALOGS[dialog]

  const items: MenuProps['items'] = [
    { key: 'info', icon: <UserOutlined />, label: t('user.info'), onClick: () => showAccountDialog('info') },
    {
      key: 'monitoring',
      icon: <SettingOutlined />,
      label: t('user.monitoring'),
      onClick: () => showAccountDialog('monitoring'),
    },
    {
      key: 'alarmSettings',
      icon: <BellOutlined />,
      label: t('user.alarmSettings'),
      onClick: () => showAccountDialog('alarmSettings'),
    },
    ...(mayChangeLogo
      ? [
          {
            key: 'logo',
            icon: <PictureOutlined />,
            label: t('menu.modifyLogo'),
            onClick: () => void navigate('/logo'),
          },
        ]
      : []),
    {
      key: 'pictures',
      icon: <FileImageOutlined />,
      label: t('user.pictures'),
      onClick: () => showAccountDialog('pictures'),
    },
    {
      key: 'place',
      icon: <AimOutlined />,
      label: t('user.place'),
      onClick: () => showAccountDialog('place'),
    },
    {
      key: 'password',
      icon: <KeyOutlined />,
      label: t('user.password'),
      onClick: () => showAccountDialog('password'),
    },
    { type: 'divider' },
    {
      type: 'group',
      label: t('user.language'),
      children: [
        { key: 'lang-zh', label: '中文', onClick: () => pickLanguage('zh') },
        { key: 'lang-en', label: 'English', onClick: () => pickLanguage('en') },
      ],
    },
    {
      type: 'group',
      label: t('user.theme'),
      children: [
        { key: 'theme-dark', label: t('user.dark'), onClick: () => setMode('dark') },
        { key: 'theme-light', label: t('user.light'), onClick: () => setMode('light') },
      ],
    },
    { type: 'divider' },
    { key: 'signOut', icon: <LogoutOutlined />, label: t('user.signOut'), onClick: () => askSignOut(t) },
  ]

  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectedKeys: [`lang-${language}`, `theme-${mode}`], style: { minWidth: 190 } }}
      >
        <button
          type="button"
          className="header-button"
          aria-label={t('user.menu', { name: user?.name ?? '' })}
        >
          <UserOutlined />
          <span>{user?.name}</span>
          <DownOutlined style={{ fontSize: 9 }} />
        </button>
      </Dropdown>
      {Dialog && (
        <SectionBoundary key={dialog}>
          <Suspense>
            <Dialog title={t(`user.${dialog}`)} onClose={() => showAccountDialog(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  )
}
