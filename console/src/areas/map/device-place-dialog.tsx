import { updatePlaceGps } from '@backlot/contract/devices/calls'
import { installInfo } from '@backlot/contract/installation/calls'
import { LIMITS } from '@backlot/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { LocationDialog } from '../../features/map/location-dialog.tsx'
import type { LngLat } from '../../features/map/mercator.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Places a device on the map and reports the result. Rejects when the platform refuses. */
export function usePlaceDevice(): (sn: string, position: LngLat) => Promise<void> {
  const t = useText('mapTools')
  return useCallback(
    async (sn, [longitude, latitude]) => {
      try {
        await request(updatePlaceGps, { body: { sn, longitude, latitude } })
        notify.success(t('placed'))
      } catch (error) {
        notify.error(errorText(error))
        throw error
      }
    },
    [t],
  )
}

/** Position of a device, by its install information, and its new one. */
export function DevicePlaceDialog({ sn, name, onClose }: { sn: string; name: string; onClose(): void }) {
  const place = usePlaceDevice()
  const [theme] = useThemeMode()
  const installed = useQuery({
    queryKey: ['map', 'installed', sn],
    queryFn: ({ signal }) => request(installInfo, { query: { sn }, signal }),
  })
  if (installed.isPending) return null
  const { longitude = 0, latitude = 0 } = installed.data ?? {}
  const { zoom } = LIMITS.mapDefault
  const value = longitude && latitude ? { longitude, latitude, zoom } : undefined
  return (
    <LocationDialog
      theme={theme}
      title={name}
      start={value ?? LIMITS.mapDefault}
      value={value}
      onClose={onClose}
      onPick={async (picked) => {
        // A refusal has been shown; the dialog stays for another try.
        const kept = await place(sn, [picked.longitude, picked.latitude]).then(
          () => true,
          () => false,
        )
        if (kept) onClose()
      }}
    />
  )
}
