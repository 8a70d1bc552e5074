import { AimOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import type { MapPoint } from '@backlot/contract/session/entities'
import { Button } from 'antd'
import { useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { coordinateText } from '../../features/map/coordinate-text.ts'
import { LocationDialog } from '../../features/map/location-dialog.tsx'
import { useText } from '../../language/language.ts'

/** Degrees to a decimetre, zoom to a hundredth. */
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Where the map opens for a user: picked on a map, or none of the user's own. */
export function PlaceField(props: {
  id?: string
  value?: MapPoint | null
  onChange?: (place: MapPoint | null) => void
}) {
  const { id, value = null, onChange } = props
  const t = useText('users')
  const [theme] = useThemeMode()
  const [open, setOpen] = useState(false)
  const place = placeOf(value)
  return (
    <div className="user-place" id={id}>
      <Button icon={<AimOutlined />} onClick={() => setOpen(true)}>
        {t('user.placePick')}
      </Button>
      <span>{place ? coordinateText(place.longitude, place.latitude) : t('user.placeNone')}</span>
      {place && (
        <Button type="link" size="small" onClick={() => onChange?.(null)}>
          {t('user.placeClear')}
        </Button>
      )}
      {open && (
        <LocationDialog
          theme={theme}
          title={t('user.place')}
          start={place ?? LIMITS.mapDefault}
          value={place}
          onPick={({ longitude, latitude, zoom }) => {
            onChange?.({
              longitude: rounded(longitude, 6),
              latitude: rounded(latitude, 6),
              zoom: rounded(zoom, 2),
            })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** A stored place; undefined when it has none (empty texts are stated for that). */
export function placeOf(
  point: MapPoint | null,
): { longitude: number; latitude: number; zoom: number } | undefined {
  if (!point || point.longitude === '' || point.latitude === '') return undefined
  const { longitude, latitude, zoom = LIMITS.mapDefault.zoom } = point
  return { longitude, latitude, zoom }
}
