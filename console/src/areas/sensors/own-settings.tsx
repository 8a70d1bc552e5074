import { getOwnSettings, setOwnSettings } from '@backlot/contract/sensors/param-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useMemo } from 'react'
import { InputNumber } from '../../components/number-input.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { SettingsForm } from './settings-form.tsx'

/** Settings that the kind of a device has of its own; nothing for a device without. */
export function OwnSettings({ sn, online }: { sn: string; online: boolean }) {
  const t = useText('sensors')
  const client = useQueryClient()
  const mayCall = useMayCall()
  const { data } = useQuery({
    queryKey: ['sensors', 'own-settings', sn],
    queryFn: ({ signal }) => request(getOwnSettings, { query: { sn }, signal }),
    enabled: mayCall(getOwnSettings),
    refetchOnWindowFocus: false,
  })
  const settings = data?.list
  const held = useMemo(
    () => Object.fromEntries((settings ?? []).map(({ name, value }): [string, number] => [name, value])),
    [settings],
  )
  if (!settings || settings.length === 0) return null

  async function send(given: Record<string, number>) {
    const values = Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== held[name]))
    await request(setOwnSettings, { body: { sn, values } })
    await client.invalidateQueries({ queryKey: ['sensors'] })
    return t('settings.ownSaved')
  }

  return (
    <SettingsForm
      name="own-settings"
      label={t('settings.own')}
      title={t('settings.own')}
      held={held}
      sendText={t('settings.ownSend')}
      reason={!mayCall(setOwnSettings) ? t('wire.notPermitted') : online ? undefined : t('wire.offline')}
      onSend={send}
    >
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
    </SettingsForm>
  )
}
