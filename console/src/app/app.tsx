import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { lazy, Suspense, useLayoutEffect, useMemo } from 'react'
import { HashRouter, Route, Routes } from 'react-router-dom'
import { useLanguage } from '../language/language.ts'
import { MessageBridge } from './message-bridge.tsx'
import { PageLoading } from './page-loading.tsx'
import { queryClient } from './query-client.ts'
import { useSession } from './session-store.ts'
import { antdTheme, paintPage, platformColour } from './theme.ts'
import { useThemeMode } from './use-theme-mode.ts'

const SignInScreen = lazy(async () => ({
  default: (await import('../areas/session/sign-in-screen.tsx')).SignInScreen,
}))
const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))

/** Theme, language, server data and the two halves of the console: the sign-in page and the shell. */
export function App() {
  const language = useLanguage()
  const [mode] = useThemeMode()
  const colour = platformColour(useSession((session) => session.userInfo?.theme))
  const antd = useMemo(() => antdTheme(mode, colour), [mode, colour])
  useLayoutEffect(() => paintPage(mode, colour), [mode, colour])
  return (
    <ConfigProvider theme={antd} locale={language === 'zh' ? zhCN : enUS} componentSize="small">
      <AntdApp component={false} message={{ maxCount: 3 }}>
        <MessageBridge />
        <QueryClientProvider client={queryClient}>
          <HashRouter>
            <Suspense fallback={<PageLoading />}>
              <Routes>
                <Route path="/login" element={<SignInScreen />} />
                <Route path="*" element={<Shell />} />
              </Routes>
            </Suspense>
          </HashRouter>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  )
}
