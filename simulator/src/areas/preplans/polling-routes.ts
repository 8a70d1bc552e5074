import { FIRST_POLLING, type PollChannel } from '@backlot/contract/preplans/entities'
import { getPolling, updatePolling } from '@backlot/contract/preplans/polling-calls'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { Store } from '../../store/store.ts'
import { type VisibleDevicesPort, videoChannelOf } from '../shared/visible-devices.ts'
import type { PlanRepository } from './plan-repository.ts'

/** Calls for a user's polling without a plan. */
export function createPollingRoutes(deps: {
  store: Store
  repository: PlanRepository
  devices: VisibleDevicesPort
  /** Refuses a list that names something that the caller does not see. */
  refuseUnknown(list: readonly PollChannel[], context: HandlerContext): void
}): Route[] {
  const { store, repository, devices } = deps

  const get = route(getPolling, (_input, { caller }) => {
    const polling = repository.pollingOf(caller.userId) ?? FIRST_POLLING
    const seen = ({ sn, chnId }: PollChannel) =>
      videoChannelOf(devices.find(sn, caller.scope), chnId) !== undefined
    return { ...polling, list: polling.list.filter(seen) }
  })

  const update = route(updatePolling, async ({ body }, context) => {
    deps.refuseUnknown(body.list, context)
    await store.write('preplans.savePolling', { userId: context.caller.userId, polling: body })
    return {}
  })

  return [get, update]
}
