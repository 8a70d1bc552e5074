import type { ReactNode } from 'react'
import { Anchored } from '../../features/map/anchored.tsx'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { PlacePin } from '../../features/map/place-pin.tsx'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import type { DeviceHandlers } from './device-popup.tsx'
import { DeviceWindow } from './device-window.tsx'
import { StackedDevices } from './stacked-devices.tsx'
import type { DeviceMap } from './use-device-map.ts'

type DeviceMapLayerProps = Omit<DeviceHandlers, 'onOpenAlarm' | 'onClose'> & {
  map: DeviceMap
  theme: MapTheme
  /** The tip of the element under the pointer. */
  hover: ReactNode
  /** A tool has the map: no information window. */
  busy?: boolean
}

/** Contents of a map of devices: a found place, the list of stacked devices, the information window, a failure. */
export function DeviceMapLayer({ map, theme, hover, busy = false, ...actions }: DeviceMapLayerProps) {
  const t = useText('map')
  const language = useLanguage()
  const { handle, markers, selected, select, stacked, setStacked, pin, failure } = map
  return (
    <>
      {hover}
      {handle && pin && (
        <PlacePin handle={handle} at={[pin.longitude, pin.latitude]} name={pin.name[language]} />
      )}
      {handle && stacked && (
        <Anchored map={handle.map} at={stacked.at} sheet>
          <StackedDevices
            devices={stacked.devices}
            theme={theme}
            onChoose={select}
            onClose={() => setStacked(undefined)}
          />
        </Anchored>
      )}
      {handle && markers && selected !== undefined && !stacked && !busy && (
        <DeviceWindow
          {...actions}
          handle={handle}
          markers={markers}
          place={map.deviceWindow}
          sn={selected}
          theme={theme}
          follow={map.follow}
          onOpenAlarm={(sn) => void map.withAlarmOf(sn, (alarm) => open({ kind: 'alarm', alarm }))}
          onClose={() => select(undefined)}
        />
      )}
      {failure && (
        <div className="map-notice device-map-failure" role="alert">
          {failure.kind === 'loading'
            ? t('markersFailed', { reason: failure.reason })
            : t('drawingFailed', { reason: failure.reason })}
        </div>
      )}
    </>
  )
}
