import { App } from 'antd'
import { useText } from '../language/language.ts'

/** Asks before entries are discarded: `onDiscard` when confirmed, `onKeep` when not. */
export function useDiscardQuestion() {
  const t = useText('shell')
  const { modal } = App.useApp()
  return (onDiscard: () => void, onKeep?: () => void) =>
    modal.confirm({
      title: t('form.discardAsk'),
      content: t('form.discardHint'),
      okText: t('form.discard'),
      okButtonProps: { danger: true },
      cancelText: t('form.keepEditing'),
      autoFocusButton: 'cancel',
      onOk: onDiscard,
      ...(onKeep && { onCancel: onKeep }),
    })
}
