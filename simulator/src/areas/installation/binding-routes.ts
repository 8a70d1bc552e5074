import { boundChannels, updateBoundChannels } from '@backlot/contract/installation/calls'
import { type Route, route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { RouteContext } from './route-context.ts'

const VIDEO = 0

/** Camera channels that look at devices. */
export function bindingRoutes(area: RouteContext): Route[] {
  const { repository, devices } = area
  /** A video channel that is there. */
  const channelOf = (sn: string, chnId: number) => {
    const device = devices.device(sn)
    const channel = device?.channels.find((each) => each.chnId === chnId && each.type === VIDEO)
    return device && channel && { device, channel }
  }

  const list = route(boundChannels, ({ query: { sn } }, context) => {
    area.deviceFor(context, sn)
    const language = area.language(context)
    return {
      list: (repository.part(sn, 'bindings') ?? []).flatMap((bound) => {
        const found = channelOf(bound.sn, bound.chnId)
        if (!found || !devices.inScope(found.device.groupId, context.caller.scope)) return []
        return [
          {
            sn: bound.sn,
            chnId: bound.chnId,
            name: found.channel.name[language],
            devName: found.device.name[language],
            onlineStatus: devices.isChannelOnline(bound.sn, bound.chnId) ? 1 : 0,
          },
        ]
      }),
      version: repository.versionOf(sn, 'bindings'),
    }
  })

  const update = route(updateBoundChannels, async ({ body }, context) => {
    const device = area.deviceFor(context, body.sn)
    const seen = new Set<string>()
    for (const { sn, chnId } of body.list) {
      const found = channelOf(sn, chnId)
      if (!found || !devices.inScope(found.device.groupId, context.caller.scope)) {
        throw refusal('notFound', 'channelNotFound', {}, 'list')
      }
      if (seen.has(`${sn} ${chnId}`)) throw refusal('conflict', 'channelBoundTwice', {}, 'list')
      seen.add(`${sn} ${chnId}`)
    }
    // Those that the caller does not see stay bound, behind.
    const hidden = (repository.part(body.sn, 'bindings') ?? []).filter((bound) => {
      const found = channelOf(bound.sn, bound.chnId)
      return found && !devices.inScope(found.device.groupId, context.caller.scope)
    })
    await area.set(context, device, {
      part: 'bindings',
      content: [...body.list, ...hidden],
      version: body.version,
      action: 'installation.bindChannels',
    })
    return {}
  })

  return [list, update]
}
