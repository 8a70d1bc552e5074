import { HIDDEN_SECRET } from '@backlot/contract/device-admin/camera-address'
import {
  addPushWork,
  deletePushWork,
  deleteRemoteUpgrade,
  getCommonConfig,
  getDeviceCaptureRule,
  getHardDiskParam,
  getNetworkParam,
  getPlatformParam,
  getPushPlan,
  getPushWork,
  getRemoteUpgrade,
  getTimeTitle,
  getTimingSnapshot,
  getTimingSwitch,
  getUploadConfig,
  getVideoEncodeParam,
  readHardDiskParam,
  readVideoEncodeParam,
  restartDevice,
  setCommonConfig,
  setDeviceCaptureRule,
  setHardDiskParam,
  setNetworkParam,
  setPlatformParam,
  setPushPlan,
  setRemoteUpgrade,
  setTimeTitle,
  setTimingSnapshot,
  setTimingSwitch,
  setUploadConfig,
  setVideoEncodeParam,
} from '@backlot/contract/device-config/calls'
import { DEVICE_RULES_MAX, PUSH_AT_ONCE } from '@backlot/contract/device-config/constants'
import type { ConfigSection, PushWork } from '@backlot/contract/device-config/entities'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { DeviceAction } from '../../devices/commands.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import { settingChangesOf } from '../shared/audit.ts'
import { refuseUnready } from '../shared/refuse-unready.ts'
import type {
  ConfiguredDevice,
  DeviceConfigPort,
  DeviceOrdersPort,
  HomePort,
  PushingPort,
  StreamRefusal,
} from './ports.ts'
import { pushState } from './push-state.ts'

/** How long a device takes to answer, host milliseconds. */
export const ANSWER_MS = 300
/** Result of a setting that the device did not answer (0 is success). */
const NO_ANSWER = 1

const STREAM_REFUSALS: Readonly<Record<StreamRefusal['fault'], MessageKey>> = {
  form: 'streamUrlForm',
  scheme: 'streamUrlScheme',
  hostNotAllowed: 'streamHostNotAllowed',
  ownPort: 'pushFaultOwnPort',
  portNotAllowed: 'pushFaultPort',
  notResolved: 'pushFaultResolve',
}

type Asked = { sn: string; chnId?: number | undefined }
type Order = Asked & { requestId?: string | undefined }

/** A push for the user log: of its address the server alone, because the rest holds its key. */
const toldWork = ({ chnId, streamType, planId, url }: Omit<PushWork, 'id'>) => ({
  chnId,
  streamType,
  planId,
  url: `${url.split('/', 3).join('/')}/${HIDDEN_SECRET}`,
})

/**
 * Parameters of devices: a write goes to the device as a command and is answered over the channel; a read returns the
 * device's present values.
 */
export function createDeviceConfigArea(deps: {
  clock: PlatformClock
  host: HostClock
  devices: DeviceConfigPort
  orders: DeviceOrdersPort
  pushing: PushingPort
  home: HomePort
  publisher: Pick<Publisher, 'setting'>
}): { routes: Route[]; close(): void } {
  const { clock, host, devices, orders, pushing, home, publisher } = deps
  const answering = new Set<() => void>()

  /** The device that is asked, or ordered, something; refused where it is not there or cannot answer. */
  const reach = (
    context: HandlerContext,
    { sn, chnId }: Asked,
    what: 'read' | 'order' | 'upgrade' = 'order',
  ): ConfiguredDevice => {
    const device = devices.find(sn, context.caller.scope, clock.now())
    if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    if (device.foreign) throw refusal('deviceUnsupported', 'deviceForeign', {}, 'sn')
    if (chnId !== undefined && !device.videoChannels.includes(chnId)) {
      throw refusal('notFound', 'channelNotFound', {}, 'chnId')
    }
    if (!device.online) throw refusal('deviceOffline', 'deviceOffline')
    // How far an upgrade has come is known without its device, and giving it up is how its download ends.
    const isUpgrading = device.condition === 'downloading' || device.condition === 'installing'
    if (what !== 'upgrade' || !isUpgrading) {
      refuseUnready(device.condition, what === 'read' ? 'read' : 'order')
    }
    return device
  }
  /** Pictures that come from outside follow no setting of the channel. */
  const refusePublished = ({ sn, chnId }: { sn: string; chnId: number }) => {
    if (!devices.isPublished(sn, chnId)) return
    throw refusal('deviceBusy', 'channelPublished')
  }
  /** Sends a command and lets the device answer a moment later: with success when it is still there. */
  const send = async (order: Order, setting: string, action: DeviceAction) => {
    const { sn, requestId } = order
    await orders.append(sn, Math.floor(clock.now()), action)
    const cancel = host.after(ANSWER_MS, () => {
      answering.delete(cancel)
      const answers = devices.answers(sn, clock.now())
      if (answers !== 'silent') publisher.setting(sn, setting, answers === 'yes' ? 0 : NO_ANSWER, requestId)
    })
    answering.add(cancel)
    return {}
  }
  const set = (section: ConfigSection, order: Order & { config: object }) =>
    send(order, section, {
      kind: 'configSet',
      section,
      ...(order.chnId === undefined ? {} : { chnId: order.chnId }),
      config: { ...order.config },
    })
  /** The fields that a setting changes, for the user log. */
  const changesIn = (section: ConfigSection, { sn, chnId, config }: Order & { config: object }) =>
    settingChangesOf(devices.config(sn, section, clock.now(), chnId), { ...config })
  const change = (
    context: HandlerContext,
    section: ConfigSection,
    order: Order & { config: object },
    sent: object = order.config,
  ) => {
    context.note(changesIn(section, order))
    return set(section, { ...order, config: sent })
  }
  const held = <S extends ConfigSection>(section: S, context: HandlerContext, asked: Asked) => {
    reach(context, asked, 'read')
    return devices.config(asked.sn, section, clock.now(), asked.chnId)
  }
  const disks = (context: HandlerContext, asked: Asked) => ({
    ...held('hardDiskParam', context, asked),
    disks: devices.disks(asked.sn, clock.now()),
  })

  const pushRoutes: Route[] = [
    route(getPushPlan, ({ body }, context) => held('pushPlan', context, body)),
    route(setPushPlan, ({ body }, context) => {
      reach(context, body)
      const used = devices.config(body.sn, 'pushWork', clock.now()).list
      const lost = used.find(
        ({ planId }) => planId !== PUSH_AT_ONCE && !body.config.list.some(({ id }) => id === planId),
      )
      if (lost) {
        throw refusal('conflict', 'planInUse', { plan: lost.planId }, 'config.list')
      }
      return change(context, 'pushPlan', body)
    }),
    route(getPushWork, ({ body }, context) => {
      const { list } = held('pushWork', context, body)
      const plans = devices.config(body.sn, 'pushPlan', clock.now()).list
      return {
        list: list.map((work) => {
          const state = pushState(work, plans, clock.now(), clock.zoneMinutes)
          const progress = state === 'executing' ? pushing.progress(body.sn, work.id) : undefined
          return { ...work, state, ...(progress && { progress }) }
        }),
      }
    }),
    route(addPushWork, async ({ body }, context) => {
      reach(context, { sn: body.sn, chnId: body.work.chnId })
      const { list } = devices.config(body.sn, 'pushWork', clock.now())
      if (list.length >= DEVICE_RULES_MAX) throw refusal('conflict', 'rulesFull')
      const plans = devices.config(body.sn, 'pushPlan', clock.now()).list
      const { planId, url } = body.work
      if (planId !== PUSH_AT_ONCE && !plans.some(({ id }) => id === planId)) {
        throw refusal('notFound', 'pushPlanNotFound', {}, 'work.planId')
      }
      const refused = await pushing.judge(url)
      if (refused) {
        const { fault, detail } = refused
        throw refusal('invalid', STREAM_REFUSALS[fault], { detail }, 'work.url')
      }
      const id = Array.from({ length: DEVICE_RULES_MAX }, (_, i) => i + 1).find(
        (free) => !list.some((work) => work.id === free),
      )!
      context.note(toldWork(body.work))
      await set('pushWork', { ...body, config: { list: [...list, { ...body.work, id }] } })
      return { id }
    }),
    route(deletePushWork, ({ body }, context) => {
      reach(context, body)
      const { list } = devices.config(body.sn, 'pushWork', clock.now())
      const work = list.find(({ id }) => id === body.id)
      if (!work) throw refusal('notFound', 'pushWorkNotFound', {}, 'id')
      context.note(toldWork(work))
      return set('pushWork', { ...body, config: { list: list.filter(({ id }) => id !== body.id) } })
    }),
  ]

  const upgrading: Route[] = [
    route(restartDevice, ({ body }, context) => {
      reach(context, body)
      return send(body, 'restart', { kind: 'reboot' })
    }),
    route(getRemoteUpgrade, ({ query }, context) => {
      reach(context, query, 'upgrade')
      return { ...devices.upgrade(query.sn, clock.now()), available: [...devices.versions()] }
    }),
    route(setRemoteUpgrade, ({ body }, context) => {
      reach(context, body, 'upgrade')
      if (!devices.versions().includes(body.version)) {
        throw refusal('notFound', 'versionNotFound', {}, 'version')
      }
      const { task, version } = devices.upgrade(body.sn, clock.now())
      if (task?.state === 'downloading' || task?.state === 'upgrading') {
        throw refusal('conflict', 'upgradeRuns')
      }
      if (version === body.version) throw refusal('conflict', 'versionSame', {}, 'version')
      context.note({ version: body.version })
      return send(body, 'upgrade', { kind: 'upgrade', version: body.version })
    }),
    route(deleteRemoteUpgrade, ({ body }, context) => {
      reach(context, body, 'upgrade')
      const { task } = devices.upgrade(body.sn, clock.now())
      if (!task) throw refusal('notFound', 'upgradeNotFound')
      if (task.state === 'upgrading') throw refusal('conflict', 'upgradeRuns')
      return send(body, 'upgradeDelete', { kind: 'upgradeDelete' })
    }),
  ]

  return {
    routes: [
      route(getVideoEncodeParam, ({ query }, context) => held('videoEncodeParam', context, query)),
      route(readVideoEncodeParam, ({ query }, context) => held('videoEncodeParam', context, query)),
      route(setVideoEncodeParam, ({ body }, context) => {
        reach(context, body)
        refusePublished(body)
        return change(context, 'videoEncodeParam', body)
      }),
      route(getHardDiskParam, ({ query }, context) => disks(context, query)),
      route(readHardDiskParam, ({ query }, context) => disks(context, query)),
      route(setHardDiskParam, async ({ body }, context) => {
        reach(context, body)
        const { formatDiskId } = body
        if (formatDiskId !== undefined) {
          const disk = devices.disks(body.sn, clock.now()).find(({ id }) => id === formatDiskId)
          if (!disk) throw refusal('notFound', 'diskNotFound', {}, 'formatDiskId')
          if (disk.state === 'formatting') throw refusal('deviceBusy', 'diskFormats')
          if (disk.state === 'fault') throw refusal('deviceFault', 'diskFails')
          await orders.append(body.sn, Math.floor(clock.now()), { kind: 'diskFormat', diskId: formatDiskId })
        }
        context.note({
          ...changesIn('hardDiskParam', body),
          ...(formatDiskId === undefined ? {} : { formatDiskId }),
        })
        return set('hardDiskParam', body)
      }),
      route(getTimeTitle, ({ body }, context) => held('timeTitle', context, body)),
      route(setTimeTitle, ({ body }, context) => {
        reach(context, body)
        refusePublished(body)
        return change(context, 'timeTitle', body)
      }),
      route(getNetworkParam, ({ body }, context) => held('networkParam', context, body)),
      route(setNetworkParam, async ({ body }, context) => {
        reach(context, body)
        const sent = await change(context, 'networkParam', body)
        // It answers on the old address, then reconnects.
        await orders.append(body.sn, Math.floor(clock.now()), { kind: 'restart' })
        return sent
      }),
      route(getPlatformParam, ({ body }, context) => {
        const { protocolType } = reach(context, body, 'read')
        const config = devices.config(body.sn, 'platform', clock.now())
        return devices.wasSet(body.sn, 'platform', clock.now())
          ? config
          : { ...config, ...home.of(protocolType) }
      }),
      route(setPlatformParam, ({ body }, context) => {
        reach(context, body)
        const elsewhere = !home.is(body.config)
        return change(context, 'platform', body, { ...body.config, elsewhere })
      }),
      route(getUploadConfig, ({ body }, context) => held('uploadConfig', context, body)),
      route(setUploadConfig, ({ body }, context) => {
        reach(context, body)
        return change(context, 'uploadConfig', body)
      }),
      route(getCommonConfig, ({ body }, context) => ({
        ...held('common', context, body),
        softwareVersion: devices.upgrade(body.sn, clock.now()).version,
        hardwareVersion: devices.hardware(body.sn),
      })),
      route(setCommonConfig, ({ body }, context) => {
        reach(context, body)
        return change(context, 'common', body)
      }),
      route(getDeviceCaptureRule, ({ query }, context) => held('captureRule', context, query)),
      route(setDeviceCaptureRule, ({ body }, context) => {
        reach(context, body)
        return change(context, 'captureRule', body)
      }),
      route(getTimingSnapshot, ({ body }, context) => held('timingSnapshot', context, body)),
      route(setTimingSnapshot, ({ body }, context) => {
        reach(context, body)
        return change(context, 'timingSnapshot', body)
      }),
      route(getTimingSwitch, ({ body }, context) => held('timingSwitch', context, body)),
      route(setTimingSwitch, ({ body }, context) => {
        reach(context, body)
        return change(context, 'timingSwitch', body, { ...body.config, zoneMinutes: clock.zoneMinutes })
      }),
      ...pushRoutes,
      ...upgrading,
    ],
    close() {
      for (const cancel of answering) cancel()
      answering.clear()
    },
  }
}
