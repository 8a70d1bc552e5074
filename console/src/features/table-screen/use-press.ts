import { App } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { isOutdated } from '../../platform/platform-reply-error.ts'
import { useCallHindrance } from '../../session/may-call.ts'
import type { TableAction } from './table-screen-types.ts'

/** Dependencies of an action when it is pressed. */
export type ActionPressing<Target> = {
  /** Opens the action's form. */
  openForm: (action: TableAction<Target>, target: Target) => void
  /** Rows have changed, here or, by a refusal, by somebody else. */
  onChanged: () => void
}

/** Presses an action: opens its form, or does its work, which asks first when it destroys something. */
export function usePress<Target>({ openForm, onChanged }: ActionPressing<Target>) {
  const [busy, setBusy] = useState<string>()
  const { modal } = App.useApp()
  const hindranceOf = useCallHindrance()
  const t = useText('shell')

  async function work(action: TableAction<Target>, target: Target) {
    setBusy(action.key)
    try {
      const done = await action.run?.(target, onChanged)
      if (typeof done !== 'string') return
      notify.success(done)
      onChanged()
    } catch (error) {
      notify.error(errorText(error))
      if (isOutdated(error)) onChanged()
    } finally {
      setBusy(undefined)
    }
  }

  return {
    /** Key of the action whose work runs. */
    busy,
    /** Why it cannot be pressed; undefined when it can. */
    reasonAgainst(action: TableAction<Target>, target: Target): string | undefined {
      const hindrance = action.call && hindranceOf(action.call)
      return hindrance ? t(`table.${hindrance}`) : action.disabledReason?.(target)
    },
    press(action: TableAction<Target>, target: Target): void {
      if (action.form) openForm(action, target)
      else if (action.confirm)
        modal.confirm({
          ...action.confirm(target),
          okButtonProps: { danger: action.danger ?? false },
          autoFocusButton: action.danger ? 'cancel' : 'ok',
          onOk: () => work(action, target),
        })
      else void work(action, target)
    },
  }
}
