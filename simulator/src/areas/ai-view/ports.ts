import type { Detection } from '@backlot/contract/ai-view/entities'
import type { HandlerContext } from '../../calls/route.ts'

/** Findings of the analysis of a camera's pictures, taken from the world. */
export type SightingsPort = (wish: {
  sn: string
  chnId: number
  momentsMs: readonly number[]
}) => Promise<readonly (readonly FoundInPicture[])[] | undefined>

export type FoundInPicture = Omit<Detection, 'trackId'> & { id: number }

/** A picture or clip of an alarm; rejects with notFound when the caller may not see it, or when there is none. */
export type EvidencePort = (
  context: HandlerContext,
  alarmId: number,
  index: number,
) => Promise<{ type: 1 | 2; recipe: { sn: string; chnId: number; atMs: number } }>
