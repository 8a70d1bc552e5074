import { CODES } from '@backlot/contract/codes'
import { reverseGeocode, suggestPlaces } from '@backlot/contract/map/calls'
import { request } from '../../platform/client.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import type { LngLat } from './mercator.ts'

type Named = { zh: string; en: string }
export type Suggestion = {
  kind: 'place' | 'road' | 'address' | 'district'
  name: Named
  address: Named
  longitude: number
  latitude: number
}

/** Runs a look-up; undefined where the platform finds nothing, or lacks the call (both are 404). */
async function lookUp<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PlatformReplyError && error.code === CODES.notFound) return undefined
    throw error
  }
}

/** The address at a WGS-84 position; undefined when there is none. Rejects with PlatformReplyError. */
export async function addressAt(position: LngLat, signal?: AbortSignal): Promise<Named | undefined> {
  const query = { longitude: position[0], latitude: position[1] }
  return (await lookUp(() => request(reverseGeocode, { query, signal })))?.text
}

/** Places, roads and addresses for a text; empty when there are none. Rejects with PlatformReplyError. */
export async function suggestionsFor(
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  const found = await lookUp(() => request(suggestPlaces, { query: { text, limit }, signal }))
  return found?.list ?? []
}
