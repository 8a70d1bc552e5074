import { z } from 'zod'

/** Camera and moment of a picture: enough to draw it on demand. */
export const PictureRecipe = z.object({
  sn: z.string(),
  chnId: z.number().int(),
  /** Platform time. */
  atMs: z.number(),
})
export type PictureRecipe = z.infer<typeof PictureRecipe>

export const StoredResource = z.union([
  z.object({ type: z.union([z.literal(1), z.literal(2)]), recipe: PictureRecipe }),
  z.object({ type: z.union([z.literal(1), z.literal(2)]), url: z.string() }),
])
export type StoredResource = z.infer<typeof StoredResource>

/** Reported fields of an alarm, named as in its table. */
export type ReportedAlarm = {
  sn: string
  chn_id: number
  alarm_seq: string
  group_id: number
  dev_name_zh: string
  dev_name_en: string
  chn_name_zh: string
  chn_name_en: string
  monitor_id: number | null
  monitor_name: string | null
  number: string
  type: string
  sub_type: string
  state: number
  alarm_source: number
  start_ms: number
  end_ms: number | null
  start_lon: number | null
  start_lat: number | null
  start_sp: number | null
  start_dir: number | null
  end_lon: number | null
  end_lat: number | null
  end_sp: number | null
  end_dir: number | null
  resource: string
  detail: string | null
  received_ms: number | null
  device_time: string | null
}
