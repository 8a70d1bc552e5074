import { LIMITS } from '@backlot/contract/limits'
import { Form, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { useSession } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { saveMyInfo } from './save-my-info.ts'
import './account.css'

type Entry = { latitude: number; longitude: number; zoom: number }
const ZOOM_MAX = 22

/** Where the map opens for this account. */
export function PlaceDialog({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  const [busy, setBusy] = useState(false)
  if (!user) return null
  const point = user.config.point
  const initial: Entry = {
    latitude: point?.latitude || LIMITS.mapDefault.latitude,
    longitude: point?.longitude || LIMITS.mapDefault.longitude,
    zoom: point?.zoom ?? LIMITS.mapDefault.zoom,
  }

  async function save(entry: Entry) {
    setBusy(true)
    try {
      await saveMyInfo({ userId: user?.userId, config: JSON.stringify({ point: entry }) })
      shown().message.success(t('account.saved'))
      onClose()
    } catch (error) {
      setBusy(false)
      shown().message.error(errorText(error))
    }
  }

  const number = (name: keyof Entry, label: string, min: number, max: number, step: number) => (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, type: 'number', min, max, message: t('place.rule', { min, max }) }]}
    >
      <InputNumber style={{ width: '100%' }} step={step} />
    </Form.Item>
  )

  return (
    <Modal
      open
      width={420}
      title={t('user.place')}
      okText={t('account.save')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        className="account-form"
        requiredMark={false}
        initialValues={initial}
        onFinish={save}
      >
        <div className="place-pair">
          {number('longitude', t('place.longitude'), -180, 180, 0.001)}
          {number('latitude', t('place.latitude'), -90, 90, 0.001)}
        </div>
        {number('zoom', t('place.zoom'), 0, ZOOM_MAX, 1)}
      </Form>
    </Modal>
  )
}
