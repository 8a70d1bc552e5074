import { Alert, Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { followHeld } from '../../components/follow-held.ts'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'

type Values = Record<string, unknown>

type SettingsFormProps<T extends Values> = {
  name: string
  /** Name of the card for screen readers, and its heading where it has one. */
  label: string
  title?: string
  /** What the device has now: fields that nobody edited follow it. */
  held: T
  sendText: string
  /** Why nothing can be sent. */
  reason: string | undefined
  /** Sends the values; answers what to tell then, or undefined when fields of the form say what is wrong. Throws refusals. */
  onSend(given: T, form: FormInstance<Values>): Promise<string | undefined>
  /** The fields. */
  children: ReactNode
}

/** Card with settings of a device: edited, sent and confirmed, or undone. Leaving the page with changes asks first. */
export function SettingsForm<T extends Values>(props: SettingsFormProps<T>) {
  const { name, label, title, held, sendText, reason, onSend, children } = props
  const t = useText('sensors')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [dirty, setDirty] = useState(false)
  const followed = useRef<Values>({})
  useEffect(() => {
    form.setFieldsValue(followHeld(form.getFieldsValue(true), followed.current, held))
    followed.current = held
  }, [form, held])
  useEffect(() => (dirty ? guardPage() : undefined), [dirty])

  function undo() {
    form.resetFields()
    form.setFieldsValue(held)
    setDirty(false)
    setRefusal(undefined)
  }

  async function send() {
    setBusy(true)
    setRefusal(undefined)
    try {
      const said = await onSend(form.getFieldsValue(true) as T, form)
      if (said === undefined) return
      setDirty(false)
      notify.success(said)
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="history-card station-settings" aria-label={label}>
      {title !== undefined && <h3 className="settings-title">{title}</h3>}
      <Form
        name={name}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={() => void send()}
        onValuesChange={() => {
          setRefusal(undefined)
          setDirty(true)
        }}
      >
        {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
        <div className="settings-fields">{children}</div>
        <div className="settings-foot">
          {reason !== undefined && <p className="settings-reason">{reason}</p>}
          <Button disabled={!dirty || busy} onClick={undo}>
            {t('settings.undo')}
          </Button>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty || reason !== undefined}>
            {sendText}
          </Button>
        </div>
      </Form>
    </section>
  )
}
