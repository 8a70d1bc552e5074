import { CODES } from '@backlot/contract/codes'
import { reverseGeocode, suggestPlaces } from '@backlot/contract/map/calls'
import { request } from '../../platform/client.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import type { LngLat } from './mercator.ts'

export type Named = { zh: string; en: string }
export type Suggestion = {
  kind: 'place' | 'road' | 'address' | 'district'
  name: Named
  address: Named
  longitude: number
  latitude: number
}

const missing = new Set<string>()

/** Runs a call that a platform may lack: undefined when it does, and it is not asked again. */
async function whereOffered<T>(name: string, run: () => Promise<T>): Promise<T | undefined> {
  if (missing.has(name)) return undefined
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof PlatformReplyError) || error.code !== CODES.notFound) throw error
    missing.add(name)
    return undefined
  }
}

/** The address at a WGS-84 position; undefined when the platform offers none. Rejects with PlatformReplyError. */
export async function addressAt(position: LngLat, signal?: AbortSignal): Promise<Named | undefined> {
  const query = { longitude: position[0], latitude: position[1] }
  return (await whereOffered('reverse', () => request(reverseGeocode, { query, signal })))?.text
}

/** Places, roads and addresses for a text; empty when the platform offers none. Rejects with PlatformReplyError. */
export async function suggestionsFor(
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  const found = await whereOffered('suggest', () =>
    request(suggestPlaces, { query: { text, limit }, signal }),
  )
  return found?.list ?? []
}
