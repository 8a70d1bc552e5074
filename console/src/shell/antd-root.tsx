import { StyleProvider } from '@ant-design/cssinjs'
import { App as AntdApp, ConfigProvider, Empty } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
// Names of months and days in antd's calendars.
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { DialogBridge } from '../components/dialog-bridge.tsx'
import { FloatingNotification } from '../components/notifications/notification-line.tsx'
import { platformColour } from '../components/theme/theme.ts'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { useReducedMotion } from '../components/use-reduced-motion.ts'
import { useLanguage } from '../language/language.ts'
import { useSession } from '../session/session-store.ts'
import { antdStyles } from './antd-styles.ts'
import { antdTheme } from './antd-theme.ts'
import { giveFocusBack } from './give-focus-back.ts'

/** The picture of an empty state repeats the text below it: it is for the eye alone. */
const QUIET_EMPTY = {
  image: <span aria-hidden="true">{Empty.PRESENTED_IMAGE_SIMPLE}</span>,
  className: 'ant-empty-normal',
}

/** The console's look and language for antd's parts, with its dialogs, and notifications. */
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
    <StyleProvider cache={antdStyles}>
      <ConfigProvider theme={opposite}>
        <ConfigProvider
          theme={theme}
          locale={language === 'zh' ? zhCN : enUS}
          button={{ autoInsertSpace: false }}
          empty={QUIET_EMPTY}
          renderEmpty={() => <Empty />}
        >
          <AntdApp component={false}>
            <DialogBridge />
            {children}
            <FloatingNotification />
          </AntdApp>
        </ConfigProvider>
      </ConfigProvider>
    </StyleProvider>
  )
}

/**
 * Makes the value that antd's Select and TreeSelect show beside their input the description of that input while it has
 * the focus: a screen reader would only read its name. Returns the function that ends this.
 */
function describeSelects(root: Document): () => void {
  const observer = new MutationObserver(() => describe())
  let describe = () => {}
  const onFocus = ({ target }: FocusEvent) => {
    observer.disconnect()
    if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return
    // The input of an AutoComplete has the shown text as its value.
    const select = target.closest('.ant-select:not(.ant-select-auto-complete)')
    if (!select) return
    describe = () => target.setAttribute('aria-description', shownIn(select))
    describe()
    observer.observe(select, { childList: true, characterData: true, subtree: true })
  }
  root.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    root.removeEventListener('focusin', onFocus)
  }
}

/** The value, the values with commas between them, or the placeholder. */
function shownIn(select: Element): string {
  const many = [...select.querySelectorAll('.ant-select-selection-item-content')]
  const shown = many.length > 0 ? many : [...select.querySelectorAll('.ant-select-content')]
  return shown.map(({ textContent }) => textContent).join(', ')
}
