import { EnvironmentFilled } from '@ant-design/icons'
import { Anchored } from './anchored.tsx'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'
import './place-pin.css'

/** A found place on the map, WGS-84. */
export function PlacePin({ handle, at, name }: { handle: MapHandle; at: LngLat; name: string }) {
  return (
    <Anchored map={handle.map} at={handle.provider.toDisplay(at)}>
      <div className="place-pin">
        <EnvironmentFilled style={{ color: 'var(--accent-text)' }} />
        {name}
      </div>
    </Anchored>
  )
}
