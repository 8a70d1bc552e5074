import { ABILITY_BITS } from '../capabilities.ts'
import type { MarkerPicture } from './kind-facts.ts'
import { findKind } from './known-kinds.ts'

const NAME_PARTS: readonly (readonly [RegExp, MarkerPicture])[] = [
  [/body|worn|person|sos/i, 'bodyworn'],
  [/ptz|dome/i, 'dome'],
  [/camera|video|ipc/i, 'camera'],
  [/vehicle|car|bus|truck|taxi|808/i, 'vehicle'],
  [/solar/i, 'solar'],
  [/farm|agri/i, 'farm'],
  [/gas/i, 'gas'],
  [/station|212|sensor|env|dust/i, 'station'],
]

/** What a device is to a map: by the platform's name of its kind, else by its abilities. */
export function markerOf(kind: string, ability: number, moving: boolean): MarkerPicture {
  return (
    findKind(kind)?.marker ??
    NAME_PARTS.find(([pattern]) => pattern.test(kind))?.[1] ??
    markerByAbility(ability, moving)
  )
}

function markerByAbility(ability: number, moving: boolean): MarkerPicture {
  if (moving) return 'vehicle'
  if (ability & ABILITY_BITS.hjt212) return 'station'
  if (ability & ABILITY_BITS.acquisition) return 'solar'
  if (ability & ABILITY_BITS.video) return 'camera'
  return 'other'
}
