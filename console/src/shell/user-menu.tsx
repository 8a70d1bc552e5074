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
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SectionBoundary } from '../components/failure/section-boundary.tsx'
import { shown } from '../components/message-bridge.tsx'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { changeLanguage, useLanguage, useText } from '../language/language.ts'
import { setSetting } from '../platform/settings-store.ts'
import { signOutAndEnd } from '../session/session-end.ts'
import { useCan, useSession } from '../session/session-store.ts'

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
}
type DialogName = keyof typeof DIALOGS

/** The signed-in user: own account, settings of this browser, language, theme, signing out. */
export function UserMenu() {
  const t = useText('shell')
  const user = useSession((session) => session.userInfo)
  const language = useLanguage()
  const [mode, setMode] = useThemeMode()
  const [dialog, setDialog] = useState<DialogName>()
  const navigate = useNavigate()
  const mayChangeLogo = useCan('/logo')
  const Dialog = dialog && DIALOGS[dialog]

  const pickLanguage = (next: 'zh' | 'en') => {
    setSetting('lang', next)
    void changeLanguage(next)
  }
  const confirmSignOut = () =>
    shown().modal.confirm({
      title: t('user.signOutAsk'),
      okText: t('user.signOut'),
      cancelText: t('user.stay'),
      onOk: () => signOutAndEnd(),
    })

  const items: MenuProps['items'] = [
    { key: 'info', icon: <UserOutlined />, label: t('user.info'), onClick: () => setDialog('info') },
    {
      key: 'monitoring',
      icon: <SettingOutlined />,
      label: t('user.monitoring'),
      onClick: () => setDialog('monitoring'),
    },
    {
      key: 'alarmSettings',
      icon: <BellOutlined />,
      label: t('user.alarmSettings'),
      onClick: () => setDialog('alarmSettings'),
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
      onClick: () => setDialog('pictures'),
    },
    { key: 'place', icon: <AimOutlined />, label: t('user.place'), onClick: () => setDialog('place') },
    {
      key: 'password',
      icon: <KeyOutlined />,
      label: t('user.password'),
      onClick: () => setDialog('password'),
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
    { key: 'signOut', icon: <LogoutOutlined />, label: t('user.signOut'), onClick: confirmSignOut },
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
            <Dialog title={t(`user.${dialog}`)} onClose={() => setDialog(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  )
}
