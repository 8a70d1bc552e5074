import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { updatePlaceGps } from '@backlot/contract/devices/calls'
import { LIMITS } from '@backlot/contract/limits'
import { notify } from '../../components/notifications/notify.ts'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { LocationDialog } from '../../features/map/location-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

type PlaceDialogProps = { device: ManagedDevice; onClose(): void; onChanged(): void }

/** Position of a fixed device from now on. */
export function PlaceDialog({ device, onClose, onChanged }: PlaceDialogProps) {
  const t = useText('deviceAdmin')
  const [theme] = useThemeMode()
  const { sn, name, longitude, latitude } = device
  const { zoom } = LIMITS.mapDefault
  const value = longitude !== undefined && latitude !== undefined ? { longitude, latitude, zoom } : undefined
  return (
    <LocationDialog
      theme={theme}
      title={t('placeOf', { name })}
      start={value ?? LIMITS.mapDefault}
      value={value}
      onClose={onClose}
      onPick={async (place) => {
        try {
          const body = { sn, longitude: place.longitude, latitude: place.latitude }
          await request(updatePlaceGps, { body })
          void notify.success(t('placed', { name }))
          onChanged()
          onClose()
        } catch (error) {
          void notify.error(errorText(error))
        }
      }}
    />
  )
}
