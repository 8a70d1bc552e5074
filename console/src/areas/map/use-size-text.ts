import type { Drawing } from '@backlot/contract/map-drawings/entities'
import { areaM2 } from '../../features/map/drawing/shape.ts'
import { lengthM } from '../../features/map/ranging.ts'
import { useUnits } from '../../features/map/units.ts'

/** Radius, length or area of a drawing as text; empty for points. */
export function useSizeText(): (shape: Pick<Drawing, 'type' | 'points' | 'radius'>) => string {
  const units = useUnits()
  return (shape) => {
    if (shape.type === 'point') return ''
    if (shape.type === 'circle') return units.length(shape.radius)
    return shape.type === 'polyline' ? units.length(lengthM(shape.points)) : units.area(areaM2(shape))
  }
}
