import { addChannel, deleteChannel, renameChannel } from '@backlot/contract/device-admin/calls'
import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { changesOf } from '../shared/audit.ts'
import type { RegisteredDevice } from './ports.ts'
import type { StoredChannel } from './records.ts'
import type { RouteContext } from './route-context.ts'

/** Channels of a device: added, renamed and taken off. */
export function channelRoutes(area: RouteContext): Route[] {
  const { repository, register, lifecycle, store, publisher } = area
  const plansOf = (device: RegisteredDevice): StoredChannel[] =>
    register
      .channels(device.slot)
      .map(({ chnId, name, type, lineId, isPtz }) => ({ chnId, name, type, lineId, isPtz }))

  const change = async (
    context: HandlerContext,
    device: RegisteredDevice,
    channels: readonly StoredChannel[],
    action: string,
    detail: Readonly<Record<string, unknown>>,
  ) => {
    const { sn } = device
    const version = repository.record(sn)?.version ?? 0
    await store.write('deviceAdmin.change', {
      devices: [{ sn, version }],
      set: { channels: JSON.stringify(channels) },
      action,
      detail,
      actor: area.actor(context),
    })
    repository.refresh([sn])
    lifecycle.setChannels(sn, channels)
    publisher.channelsChanged(sn, [], true)
    area.told([device.groupId])
  }
  const refuseSameName = (
    context: HandlerContext,
    plans: readonly StoredChannel[],
    name: string,
    except: number,
  ) => {
    const language = area.language(context)
    const taken = plans.some(
      (plan) =>
        plan.chnId !== except && (typeof plan.name === 'string' ? plan.name : plan.name[language]) === name,
    )
    if (taken) throw refusal('conflict', 'channelNameTaken', {}, 'name')
  }
  const channelIn = (plans: readonly StoredChannel[], chnId: number) => {
    const plan = plans.find((each) => each.chnId === chnId)
    if (!plan) throw refusal('notFound', 'channelNotFound', {}, 'chnId')
    return plan
  }

  const add = route(addChannel, ({ body }, context) =>
    area.inTurn(async () => {
      const device = area.deviceFor(context, body.sn)
      const plans = plansOf(device)
      if (plans.length >= DEVICE_LIMITS.channels) throw refusal('conflict', 'channelsFull', {}, 'sn')
      refuseSameName(context, plans, body.name, 0)
      const used = new Set(plans.map(({ chnId }) => chnId))
      let chnId = 1
      while (used.has(chnId)) chnId++
      const { name, type, lineId } = body
      const plan = { chnId, name, type, lineId, isPtz: false }
      await change(context, device, [...plans, plan], 'deviceAdmin.addChannel', { chnId, name, type })
      return { chnId }
    }),
  )

  const rename = route(renameChannel, ({ body }, context) =>
    area.inTurn(async () => {
      const device = area.deviceFor(context, body.sn)
      const plans = plansOf(device)
      const was = channelIn(plans, body.chnId)
      refuseSameName(context, plans, body.name, body.chnId)
      const named = plans.map((plan) => (plan.chnId === body.chnId ? { ...plan, name: body.name } : plan))
      const { chnId, name } = body
      await change(context, device, named, 'deviceAdmin.renameChannel', {
        chnId,
        ...changesOf({ name: was.name }, { name }),
      })
      return {}
    }),
  )

  const remove = route(deleteChannel, ({ body }, context) =>
    area.inTurn(async () => {
      const device = area.deviceFor(context, body.sn)
      const plans = plansOf(device)
      const { chnId, name } = channelIn(plans, body.chnId)
      const left = plans.filter((plan) => plan.chnId !== chnId)
      await change(context, device, left, 'deviceAdmin.deleteChannel', { chnId, name })
      return {}
    }),
  )

  return [add, rename, remove]
}
