import { z } from 'zod'
import { oneLine } from '../texts.ts'
import { DRAWING_LIMITS, DRAWING_STYLE, DRAWING_TYPES } from './constants.ts'
export type DrawingType = (typeof DRAWING_TYPES)[number]

/** Longitude and latitude, WGS-84. */
const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

export const DrawingStyle = z.object({
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  width: z.number().min(1).max(12).default(DRAWING_STYLE.width),
  opacity: z.number().min(0).max(1).default(DRAWING_STYLE.opacity),
})
export type DrawingStyle = z.infer<typeof DrawingStyle>

/**
 * Settings that make an area a fence: alarms when its devices enter or leave. Without devices and groups it applies to
 * all that its owner can see.
 */
export const Fence = z.object({
  active: z.boolean().default(true),
  on: z.enum(['enter', 'leave', 'both']).default('both'),
  sns: z.array(z.string().min(1).max(64)).max(DRAWING_LIMITS.fenceDevices).default([]),
  groupIds: z.array(z.number().int()).max(DRAWING_LIMITS.fenceGroups).default([]),
})
export type Fence = z.infer<typeof Fence>

const drawn = {
  name: oneLine(1, DRAWING_LIMITS.nameLength),
  /**
   * Point: itself. Circle: its centre. Rectangle: two opposite corners. Polygon: its corners, the first not again.
   * Polyline: its points in order.
   */
  points: z.array(Position).min(1).max(DRAWING_LIMITS.points),
  /** Metres; 0 for everything but circles. */
  radius: z.number().min(0).max(DRAWING_LIMITS.radiusMaxM),
  style: DrawingStyle,
  fence: Fence.nullable(),
}

/** A drawing as it is given in; `type`, `zoom`, `radius` and `mapType` are stated. */
export const NewDrawing = z
  .object({
    ...drawn,
    radius: drawn.radius.default(0),
    fence: drawn.fence.default(null),
    type: z.enum(DRAWING_TYPES),
    /** The map's zoom when it was drawn. */
    zoom: z.number().min(0).max(24),
    /** Id of the map service that it was drawn on. */
    mapType: oneLine(0, 64).default(''),
  })
  .superRefine(checkShape)
export type NewDrawing = z.infer<typeof NewDrawing>

/** A drawing as it is kept; longitude and latitude (stated) are its middle. */
export const Drawing = z.object({
  ...drawn,
  name: z.string(),
  id: z.number().int(),
  type: z.enum(DRAWING_TYPES),
  zoom: z.number(),
  mapType: z.string(),
  longitude: z.number(),
  latitude: z.number(),
})
export type Drawing = z.infer<typeof Drawing>

const POINTS: Readonly<Record<DrawingType, readonly [least: number, most: number]>> = {
  point: [1, 1],
  circle: [1, 1],
  rectangle: [2, 2],
  polygon: [3, DRAWING_LIMITS.points],
  polyline: [2, DRAWING_LIMITS.points],
}

/** Whether a shape has an inside. */
export const isArea = (type: DrawingType): boolean => type !== 'point' && type !== 'polyline'

/** Fault of a drawing's shape: the field, and why; undefined when it is valid. */
export function shapeFault(shape: {
  type: DrawingType
  points: readonly unknown[]
  radius: number
  fence: unknown
}): { field: 'points' | 'radius' | 'fence'; message: string } | undefined {
  const [least, most] = POINTS[shape.type]
  const count = shape.points.length
  if (count < least || count > most) {
    return { field: 'points', message: `a ${shape.type} needs ${least} to ${most} points` }
  }
  const round = shape.type === 'circle'
  if (round && shape.radius < DRAWING_LIMITS.radiusMinM)
    return { field: 'radius', message: 'a circle needs a radius' }
  if (!round && shape.radius !== 0) return { field: 'radius', message: 'only a circle can have a radius' }
  if (shape.fence !== null && !isArea(shape.type)) {
    return { field: 'fence', message: 'only an area can be a geofence' }
  }
  return undefined
}

function checkShape(
  shape: Parameters<typeof shapeFault>[0],
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  const fault = shapeFault(shape)
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
}
