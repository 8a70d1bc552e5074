import { getOwnSettings, setOwnSettings } from '@backlot/contract/sensors/param-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { followHeld } from '../../components/follow-held.ts'
import { InputNumber } from '../../components/number-input.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { useMayCall } from '../../session/may-call.ts'

type Values = Record<string, number | null>

/** Settings that the kind of a device has of its own; nothing for a device without. */
export function OwnSettings({ sn, online }: { sn: string; online: boolean }) {
  const t = useText('sensors')
  const client = useQueryClient()
  const { message } = App.useApp()
  const mayCall = useMayCall()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [dirty, setDirty] = useState(false)
  const key = ['sensors', 'own-settings', sn]
  const mayRead = mayCall(getOwnSettings)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(getOwnSettings, { query: { sn }, signal }),
    enabled: mayRead,
    refetchOnWindowFocus: false,
  })
  const settings = data?.list
  const followed = useRef<Values>({})
  useEffect(() => {
    if (!settings) return
    const held = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
    form.setFieldsValue(followHeld(form.getFieldsValue(true), followed.current, held) as Values)
    followed.current = held
  }, [form, settings])
  useEffect(() => (dirty ? guardPage() : undefined), [dirty])
  if (!settings || settings.length === 0) return null
  const reason = !mayCall(setOwnSettings) ? t('wire.notPermitted') : online ? undefined : t('wire.offline')

  async function send(given: Values) {
    setBusy(true)
    setRefusal(undefined)
    try {
      const changed = Object.entries(given).filter(([name, value]) => value !== followed.current[name])
      const values = Object.fromEntries(changed) as Record<string, number>
      await request(setOwnSettings, { body: { sn, values } })
      setDirty(false)
      await client.invalidateQueries({ queryKey: ['sensors'] })
      message.success(t('settings.ownSaved'))
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="history-card station-settings" aria-label={t('settings.own')}>
      <h3 className="settings-title">{t('settings.own')}</h3>
      <Form
        name="own-settings"
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(given) => void send(given)}
        onValuesChange={() => {
          setRefusal(undefined)
          setDirty(true)
        }}
      >
        {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
        <div className="settings-fields">
          {settings.map(({ name, title, unit, min, max }) => (
            <Form.Item
              key={name}
              name={name}
              label={title}
              extra={`${t('settings.range', { min, max })}${unit === '' ? '' : ` ${unit}`}`}
              rules={[
                { type: 'number', required: true, min, max, message: t('settings.outOfRange', { min, max }) },
              ]}
            >
              <InputNumber suffix={unit === '' ? undefined : unit} style={{ width: '100%' }} />
            </Form.Item>
          ))}
        </div>
        <div className="settings-foot">
          <Button
            disabled={!dirty || busy}
            onClick={() => {
              form.resetFields()
              form.setFieldsValue(followed.current)
              setDirty(false)
              setRefusal(undefined)
            }}
          >
            {t('settings.undo')}
          </Button>
          <Tooltip title={reason}>
            <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty || reason !== undefined}>
              {t('settings.ownSend')}
            </Button>
          </Tooltip>
        </div>
      </Form>
    </section>
  )
}
