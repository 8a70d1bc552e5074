import { App } from 'antd'
import type { MessageInstance } from 'antd/es/message/interface'
import type { HookAPI } from 'antd/es/modal/useModal'
import { useLayoutEffect } from 'react'

type Bridge = { message: MessageInstance; modal: HookAPI }
let bridge: Bridge | undefined

/** Lends antd's themed messages and dialogs to code outside components (notices, stores). */
export function MessageBridge() {
  const { message, modal } = App.useApp()
  useLayoutEffect(() => {
    bridge = { message, modal }
  }, [message, modal])
  return null
}

/** Messages and dialogs in the console's theme. Throws before the app has been drawn. */
export function shown(): Bridge {
  if (!bridge) throw new Error('no app on the page yet')
  return bridge
}
