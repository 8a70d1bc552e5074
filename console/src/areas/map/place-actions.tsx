import { EnvironmentOutlined } from '@ant-design/icons'
import { clearPlaceGps } from '@backlot/contract/devices/calls'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useCan } from '../../session/session-store.ts'
import { DevicePlaceDialog } from './device-place-dialog.tsx'

type PlaceActionsProps = { sn: string; name: string; onMove(): void }

/** Moves a device's marker, by a click on the map or in a dialog with an address search, or takes it off the map. */
export function PlaceActions({ sn, name, onMove }: PlaceActionsProps) {
  const t = useText('mapTools')
  const { modal } = App.useApp()
  const [picking, setPicking] = useState(false)
  if (!useCan('/systemManange/deviceManage')) return null
  const clear = async () => {
    try {
      await request(clearPlaceGps, { body: { sn } })
      notify.success(t('cleared'))
    } catch (error) {
      notify.error(errorText(error))
    }
  }
  const items = [
    { key: 'move', label: t('moveDevice'), onClick: onMove },
    { key: 'pick', label: t('mapLocation'), onClick: () => setPicking(true) },
    {
      key: 'clear',
      danger: true,
      label: t('clearPlace'),
      onClick: () =>
        void modal.confirm({
          title: t('clearPlaceSure', { name }),
          okText: t('clearPlace'),
          cancelText: t('cancel'),
          okButtonProps: { danger: true },
          onOk: clear,
        }),
    },
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button size="small" icon={<EnvironmentOutlined />}>
          {t('place')}
        </Button>
      </Dropdown>
      {picking && <DevicePlaceDialog sn={sn} name={name} onClose={() => setPicking(false)} />}
    </>
  )
}
