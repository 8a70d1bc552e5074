import { LIMITS } from '@backlot/contract/limits'
import { MapPoint } from '@backlot/contract/session/entities'
import { Form, Spin } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { InputNumber } from '../../components/number-input.tsx'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx'
import { saveMyInfo } from './save-my-info.ts'

/** The map's code comes when the dialog is opened. */
const LocationPicker = lazy(async () => ({
  default: (await import('../../features/map/location-picker.tsx')).LocationPicker,
}))

type Entry = { latitude: number; longitude: number; zoom: number }
/** Degrees to a decimetre, zoom to a hundredth. */
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Where the map opens for this account: picked on a map or by an address, or typed. */
export function PlaceDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  const [theme] = useThemeMode()
  const point = user?.config.point
  const [initial] = useState<Entry>({
    latitude: Number(point?.latitude || LIMITS.mapDefault.latitude),
    longitude: Number(point?.longitude || LIMITS.mapDefault.longitude),
    zoom: point?.zoom ?? LIMITS.mapDefault.zoom,
  })
  const [picked, setPicked] = useState(initial)
  const pick = useCallback(
    (place: Entry) => {
      const entry = {
        longitude: rounded(place.longitude, 6),
        latitude: rounded(place.latitude, 6),
        zoom: rounded(place.zoom, 2),
      }
      setPicked(entry)
      form.setFieldsValue(entry)
    },
    [form],
  )
  if (!user) return null

  const number = (name: keyof Entry, step: number) => {
    const { min = 0, max = 0 } = rulesOf(MapPoint.shape[name])
    return (
      <Form.Item
        name={name}
        label={t(`place.${name}`)}
        rules={[{ required: true, type: 'number', min, max, message: t('place.rule', { min, max }) }]}
      >
        <InputNumber style={{ width: '100%' }} step={step} />
      </Form.Item>
    )
  }

  return (
    <AccountDialog
      title={title}
      width={640}
      form={form}
      initial={initial}
      save={(entry) => saveMyInfo({ userId: user.userId, config: JSON.stringify({ point: entry }) })}
      savedText={t('saved')}
      onClose={onClose}
    >
      <div className="place-map">
        <Suspense fallback={<Spin />}>
          <LocationPicker theme={theme} start={initial} value={picked} onChange={pick} />
        </Suspense>
      </div>
      <div className="place-pair">
        {number('longitude', 0.001)}
        {number('latitude', 0.001)}
      </div>
      {number('zoom', 1)}
    </AccountDialog>
  )
}
