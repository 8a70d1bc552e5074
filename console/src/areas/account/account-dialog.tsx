import { Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import { isChanged } from '../../features/table-screen/form-faults.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import './account.css'

/** Of every dialog about the own account; `title` is that of its entry in the menu. */
export type AccountDialogProps = { title: string; onClose: () => void }

type Props<Entry> = AccountDialogProps & {
  width?: number
  form: FormInstance<Entry>
  initial?: Partial<Entry>
  save(entry: Entry): Promise<unknown>
  /** Message after saving. */
  savedText: string
  /** Takes the text of a refusal; omitted: it is shown as a message. undefined: the refused value is being changed. */
  onRefusal?(words: string | undefined): void
  children: ReactNode
}

/** A form about the own account, in a dialog that closes when the platform has taken it, and asks before entries are lost. */
export function AccountDialog<Entry extends object>(props: Props<Entry>) {
  const { title, width = 420, form, initial, save, savedText, onRefusal, onClose, children } = props
  const t = useText('account')
  const [busy, setBusy] = useState(false)
  const askToDiscard = useDiscardQuestion()
  const entered: object = Form.useWatch([], form) ?? {}
  const before = Object.fromEntries(Object.keys(entered).map((name) => [name, undefined]))
  const changed = isChanged({ ...before, ...initial }, { ...before, ...initial, ...entered })
  useEffect(() => (changed ? guardPage() : undefined), [changed])

  async function send(entry: Entry) {
    setBusy(true)
    onRefusal?.(undefined)
    try {
      await save(entry)
      notify.success(savedText)
      onClose()
    } catch (error) {
      setBusy(false)
      if (onRefusal) onRefusal(errorText(error))
      else notify.error(errorText(error))
    }
  }

  function leave() {
    if (busy) return
    if (changed) askToDiscard(onClose)
    else onClose()
  }

  return (
    <Modal
      open
      width={width}
      title={title}
      okText={t('save')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form
        name="account"
        form={form}
        layout="vertical"
        className="account-form"
        requiredMark={false}
        initialValues={initial}
        onFinish={send}
        onValuesChange={() => onRefusal?.(undefined)}
      >
        {children}
      </Form>
    </Modal>
  )
}
