import { z } from 'zod'

/** A place where a device measures. */
export const MonitoringPoint = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Channel that its sensors are on. */
  chnId: z.number().int(),
  /** Where it is, in words. */
  position: z.string(),
  /** Contaminant codes of what is measured there. */
  codes: z.array(z.string()),
})
export type MonitoringPoint = z.infer<typeof MonitoringPoint>
