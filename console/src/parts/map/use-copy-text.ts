import { App } from 'antd'
import { useText } from '../../language/language.ts'

/** Copies coordinates to the clipboard and says how that went (stated). */
export function useCopyText(): (text: string) => Promise<void> {
  const t = useText('map')
  const { message } = App.useApp()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      message.success(t('copied'))
    } catch {
      // The browser says no (not a secure context, no permission): the operator is told.
      message.error(t('copyFailed'))
    }
  }
}
