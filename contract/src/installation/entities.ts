import { z } from 'zod'

/** Usual range of a quantity at a monitoring point, in the displayed unit; null: no limit on that side. */
export const PointLimit = z.object({
  code: z.string().min(1).max(16),
  low: z.number().min(-1e9).max(1e9).nullable(),
  high: z.number().min(-1e9).max(1e9).nullable(),
  /** A value that crosses it raises an alarm. */
  alarm: z.boolean(),
})
export type PointLimit = z.infer<typeof PointLimit>

type PointLimitFault = 'none' | 'order' | 'twice' | 'elsewhere'

/** Fault of a limit among the others of its point, or undefined. */
export function pointLimitFault(
  { limits, codes }: { limits: readonly PointLimit[]; codes: readonly string[] },
  at: number,
): PointLimitFault | undefined {
  const { code, low, high } = limits[at]!
  if (!codes.includes(code)) return 'elsewhere'
  if (limits.some((other, i) => i < at && other.code === code)) return 'twice'
  if (low === null && high === null) return 'none'
  return low !== null && high !== null && low >= high ? 'order' : undefined
}

/** A place where a device measures. */
export const MonitoringPoint = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Channel that its sensors are on. */
  chnId: z.number().int(),
  /** Description of its location. */
  position: z.string(),
  /** Contaminant codes of the quantities measured there. */
  codes: z.array(z.string()),
  /** The point's own limits: they take the place of those of the device and of the dictionary. */
  limits: z.array(PointLimit).default([]),
})
export type MonitoringPoint = z.infer<typeof MonitoringPoint>
