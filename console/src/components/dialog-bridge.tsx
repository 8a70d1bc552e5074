import { App } from 'antd'
import type { HookAPI } from 'antd/es/modal/useModal'
import { useLayoutEffect } from 'react'

let bridge: HookAPI | undefined

/** Lends antd's themed dialogs to code outside components (notices, stores). */
export function DialogBridge() {
  const { modal } = App.useApp()
  useLayoutEffect(() => {
    bridge = modal
  }, [modal])
  return null
}

/** Dialogs in the console's theme. Throws before the app has been drawn. */
export function dialogs(): HookAPI {
  if (!bridge) throw new Error('no app on the page yet')
  return bridge
}
