import { z } from 'zod'

/** Limits of the analysis (assumed). */
export const AI_LIMITS = {
  /** Longest span of pictures that is answered at once. */
  spanMs: 2500,
  /** Pictures that are looked at, on the grid of whole seconds. */
  looksPerSecond: 6,
} as const

/** Classes of the analysis (assumed). face: a person of a control list. */
const DETECTION_LABELS = [
  'person',
  'car',
  'taxi',
  'bus',
  'truck',
  'patrol',
  'sanitation',
  'intruder',
  'face',
  'fire',
] as const
export type DetectionLabel = (typeof DETECTION_LABELS)[number]

/** A thing found in a picture (assumed): its box in parts of the picture's width and height from the upper left corner. */
export const Detection = z.object({
  label: z.enum(DETECTION_LABELS),
  /** The same thing has the same in the next picture. */
  trackId: z.number().int(),
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
  /** How sure, 0 … 1. */
  score: z.number().min(0).max(1),
})
export type Detection = z.infer<typeof Detection>
