import { EnvironmentOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button } from 'antd'
import { useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { LocationDialog } from '../../features/map/location-dialog.tsx'
import type { Translate } from '../../language/language.ts'

export type Place = { longitude: number; latitude: number }

type PlaceFieldProps = {
  t: Translate<'deviceAdmin'>
  /** Given by its form. */
  value?: Place | undefined
  onChange?: (place: Place | undefined) => void
}

export const placeText = ({ longitude, latitude }: Place) => `${longitude.toFixed(4)}, ${latitude.toFixed(4)}`

/** A place that is chosen on the map, or none. */
export function PlaceField({ t, value, onChange }: PlaceFieldProps) {
  const [theme] = useThemeMode()
  const [open, setOpen] = useState(false)
  const { zoom } = LIMITS.mapDefault
  return (
    <span className="place-field">
      <span className="place-field-text">{value ? placeText(value) : t('noPlace')}</span>
      <Button icon={<EnvironmentOutlined />} onClick={() => setOpen(true)}>
        {t('setPlace')}
      </Button>
      {value && <Button onClick={() => onChange?.(undefined)}>{t('clearPlace')}</Button>}
      {open && (
        <LocationDialog
          theme={theme}
          title={t('place')}
          start={value ? { ...value, zoom } : LIMITS.mapDefault}
          value={value ? { ...value, zoom } : undefined}
          onPick={({ longitude, latitude }) => {
            onChange?.({ longitude, latitude })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
