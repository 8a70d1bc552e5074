import { App as AntdApp, ConfigProvider, Empty } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
// Names of months and days in antd's calendars.
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { MessageBridge } from '../components/message-bridge.tsx'
import { platformColour } from '../components/theme/theme.ts'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { useReducedMotion } from '../components/use-reduced-motion.ts'
import { useLanguage } from '../language/language.ts'
import { useSession } from '../session/session-store.ts'
import { antdTheme } from './antd-theme.ts'
import { giveFocusBack } from './give-focus-back.ts'
import { describeSelects } from './select-values.ts'

/** Long enough to be read by who looks up late; one that comes up under a resting mouse goes all the same. */
const MESSAGE_SECONDS = 5

/** The picture of an empty state repeats the text below it: it is for the eye alone. */
const QUIET_EMPTY = {
  image: <span aria-hidden="true">{Empty.PRESENTED_IMAGE_SIMPLE}</span>,
  className: 'ant-empty-normal',
}

/** The console's look and language for antd's parts, with its messages and dialogs. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const [mode] = useThemeMode()
  const colour = platformColour(useSession((session) => session.userInfo?.theme))
  const still = useReducedMotion()
  useEffect(giveFocusBack, [])
  const theme = useMemo(() => antdTheme(mode, colour, !still), [mode, colour, still])
  useEffect(() => describeSelects(document), [])
  // antd puts a provider around everything once motion first differs from the outer value, which remounts all of it.
  // With the opposite further out it is there from the start, and the system's wish can change at any time.
  const [opposite] = useState(() => ({ token: { motion: still } }))
  return (
    <ConfigProvider theme={opposite}>
      <ConfigProvider
        theme={theme}
        locale={language === 'zh' ? zhCN : enUS}
        button={{ autoInsertSpace: false }}
        empty={QUIET_EMPTY}
        renderEmpty={() => <Empty />}
      >
        <AntdApp
          component={false}
          message={{ maxCount: 3, top: 56, duration: MESSAGE_SECONDS, pauseOnHover: false }}
        >
          <MessageBridge />
          {children}
        </AntdApp>
      </ConfigProvider>
    </ConfigProvider>
  )
}
