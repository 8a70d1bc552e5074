import { Modal, Spin } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../language/language.ts'
import './location-dialog.css'
import type { MapPlace } from './map-view.tsx'
import type { MapTheme } from './marker-look.ts'

/** The map's code comes when the dialog is opened. */
const LocationPicker = lazy(async () => ({
  default: (await import('./location-picker.tsx')).LocationPicker,
}))

type LocationDialogProps = {
  theme: MapTheme
  title?: string
  start: MapPlace
  /** The place as it is now; undefined without one. */
  value?: MapPlace | undefined
  /** Resolves when the place is kept; the dialog stays while it rejects. */
  onPick(place: MapPlace): Promise<void> | void
  onClose(): void
}

/** The map location dialog: a place is picked on the map or by an address (stated). */
export function LocationDialog({ theme, title, start, value, onPick, onClose }: LocationDialogProps) {
  const t = useText('mapTools')
  const [place, setPlace] = useState(value)
  const [busy, setBusy] = useState(false)
  const pick = async () => {
    if (!place) return
    setBusy(true)
    try {
      await onPick(place)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={760}
      title={title ?? t('mapLocation')}
      okText={t('useThisPlace')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !place, loading: busy, title: place ? undefined : t('noPlaceYet') }}
      onOk={() => void pick()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="location-dialog-map">
        <Suspense fallback={<Spin className="location-dialog-loading" />}>
          <LocationPicker theme={theme} start={start} value={place} onChange={setPlace} />
        </Suspense>
      </div>
    </Modal>
  )
}
