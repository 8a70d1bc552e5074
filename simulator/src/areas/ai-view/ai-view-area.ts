import { alarmDetections, liveDetections } from '@backlot/contract/ai-view/calls'
import { AI_LIMITS, type Detection } from '@backlot/contract/ai-view/entities'
import { hasAbility } from '@backlot/contract/capabilities'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import { type VisibleDevicesPort, videoChannelOf } from '../shared/visible-devices.ts'
import type { EvidencePort, FoundInPicture, SightingsPort } from './ports.ts'

const PICTURE = 1

/** Results of the cameras' picture analysis: in pictures of alarms, and in live ones. */
export function createAiViewArea(deps: {
  clock: PlatformClock
  sightings: SightingsPort
  devices: VisibleDevicesPort
  evidence: EvidencePort
}): { routes: Route[] } {
  const ofAlarm = route(alarmDetections, async ({ query }, context) => {
    const { type, recipe } = await deps.evidence(context, query.id, query.index)
    const found = type === PICTURE ? await deps.sightings({ ...recipe, momentsMs: [recipe.atMs] }) : undefined
    return { list: (found?.[0] ?? []).map(detectionOf) }
  })

  const live = route(liveDetections, async ({ query }, { caller }) => {
    const { sn, chnId, fromMs, toMs } = query
    const device = deps.devices.find(sn, caller.scope)
    if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    const camera = videoChannelOf(device, chnId)
    if (!camera || !hasAbility(device.ability, 'ai')) throw refusal('noAnalysis', 'noAnalysis')
    if (!camera.online) throw refusal('deviceOffline', 'deviceOffline')
    if (toMs <= fromMs || toMs - fromMs > AI_LIMITS.spanMs) {
      throw refusal('invalid', 'detectionSpan', {}, 'toMs')
    }
    const momentsMs = looksIn(fromMs, Math.min(toMs, deps.clock.now()))
    const found = (await deps.sightings({ sn, chnId, momentsMs })) ?? []
    return {
      list: found.map((list, nth) => ({ timeMs: momentsMs[nth]!, detections: list.map(detectionOf) })),
    }
  })

  return { routes: [ofAlarm, live] }
}

/** Moments at which the analysis looks, in (fromMs, toMs]. */
function looksIn(fromMs: number, toMs: number): number[] {
  const everyMs = 1000 / AI_LIMITS.looksPerSecond
  const moments: number[] = []
  for (let look = Math.floor(fromMs / everyMs) + 1; look * everyMs <= toMs; look++) {
    moments.push(Math.round(look * everyMs))
  }
  return moments
}

const PART = 10_000
/** Four decimals of a picture are less than a pixel of any camera. */
const rounded = (part: number) => Math.round(part * PART) / PART

const detectionOf = ({ label, id, left, top, width, height, score }: FoundInPicture): Detection => ({
  label,
  trackId: id,
  left: rounded(left),
  top: rounded(top),
  width: rounded(width),
  height: rounded(height),
  score,
})
