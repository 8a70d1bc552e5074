const PROCESSING_NAMES = {
  0: 'voice',
  1: 'phone',
  2: 'warning',
  3: 'wrongReport',
  4: 'misjudgment',
  5: 'sure',
  100: 'workOrder',
} as const
export type ProcessingName = (typeof PROCESSING_NAMES)[keyof typeof PROCESSING_NAMES] | 'other' | 'none'

/** Every processing type that has a name. */
export const PROCESSING_TYPE_LIST = Object.keys(PROCESSING_NAMES).map(Number)

/** Name of a processing type, for texts. */
export function processingName(type: number | null): ProcessingName {
  if (type === null) return 'none'
  return PROCESSING_NAMES[type as keyof typeof PROCESSING_NAMES] ?? 'other'
}
