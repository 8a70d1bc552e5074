import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useIsPhone } from '../../components/use-media-query.ts'
import { DevicePickerDialog } from '../../features/device-tree/device-picker.tsx'
import { useText } from '../../language/language.ts'
import { openOnWall } from './open-places.ts'
import { useThisWall } from './wall-store.ts'

/** A window without a channel: explains how it gets one, and offers a picker. */
export function EmptyWindow({ id, selected }: { id: number; selected: boolean }) {
  const t = useText('video')
  const wall = useThisWall()
  const isPhone = useIsPhone()
  const [picking, setPicking] = useState(false)
  return (
    <div className="window-empty">
      <span className="window-number">{id + 1}</span>
      <span className="window-hint">
        {t(isPhone ? 'window.hintPhone' : selected ? 'window.hintSelected' : 'window.hint')}
      </span>
      <button
        type="button"
        className="window-choose"
        aria-label={t('window.choose')}
        title={t('window.choose')}
        onClick={() => setPicking(true)}
      >
        <PlusOutlined />
      </button>
      {picking && (
        <DevicePickerDialog
          title={t('window.choose')}
          want="videoChannel"
          onCancel={() => setPicking(false)}
          onPick={([picked]) => {
            setPicking(false)
            if (!picked?.channel) return
            const refusal = openOnWall(wall, { sn: picked.sn, chnId: picked.channel.chnId }, id)
            if (refusal) notify.error({ key: 'open', content: t(`open.${refusal}`) })
          }}
        />
      )}
    </div>
  )
}
