import { Suspense } from 'react'
import { Anchored } from '../../features/map/anchored.tsx'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { type DeviceHandlers, DevicePopup } from './device-popup.tsx'
import type { Markers } from './use-device-markers.ts'
import type { DeviceWindow as Place } from './use-device-window.ts'

type DeviceWindowProps = DeviceHandlers & {
  handle: MapHandle
  markers: Markers
  place: Place
  sn: string
  theme: MapTheme
  follow: { on: boolean; set(on: boolean): void }
}

/** The information window of the selected device, at its marker. */
export function DeviceWindow({ handle, markers, place, sn, theme, follow, ...rest }: DeviceWindowProps) {
  if (!place.at) return null
  return (
    <Anchored map={handle.map} at={place.at} control={place.anchor} sheet>
      <Suspense>
        <DevicePopup
          {...rest}
          sn={sn}
          moves={markers.source.moves(sn)}
          following={follow.on}
          theme={theme}
          onFollow={follow.set}
        />
      </Suspense>
    </Anchored>
  )
}
