import { LIMITS } from '@backlot/contract/limits'
import { Form, InputNumber } from 'antd'
import { useSession } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { AccountDialog } from './account-dialog.tsx'
import { saveMyInfo } from './save-my-info.ts'

type Entry = { latitude: number; longitude: number; zoom: number }
const ZOOM_MAX = 22

/** Where the map opens for this account. */
export function PlaceDialog({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  if (!user) return null
  const point = user.config.point
  const initial: Entry = {
    latitude: point?.latitude || LIMITS.mapDefault.latitude,
    longitude: point?.longitude || LIMITS.mapDefault.longitude,
    zoom: point?.zoom ?? LIMITS.mapDefault.zoom,
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
    <AccountDialog
      title={t('user.place')}
      form={form}
      initial={initial}
      save={(entry) => saveMyInfo({ userId: user.userId, config: JSON.stringify({ point: entry }) })}
      savedText={t('account.saved')}
      onClose={onClose}
    >
      <div className="place-pair">
        {number('longitude', t('place.longitude'), -180, 180, 0.001)}
        {number('latitude', t('place.latitude'), -90, 90, 0.001)}
      </div>
      {number('zoom', t('place.zoom'), 0, ZOOM_MAX, 1)}
    </AccountDialog>
  )
}
