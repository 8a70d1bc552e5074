import { hasCapability } from '@backlot/contract/capabilities'
import {
  channelList,
  clearPlaceGps,
  deviceKinds,
  deviceTree,
  findDevices,
  getExtenInfo,
  gpsRealtime,
  positions,
  updatePlaceGps,
} from '@backlot/contract/devices/calls'
import { describedKinds } from '@backlot/contract/devices/known-kinds'
import type { BodyCache } from '../../calls/body-cache.ts'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { devicesNamed } from './devices-named.ts'
import { Placement, type Position } from './placement.ts'
import type { BelowDevicesPort, DeviceRecord, DirectoryPort, SignalPort } from './ports.ts'
import { positionColumns } from './position-columns.ts'
import { channelOf, isOnline } from './tree-node.ts'
import { treePage } from './tree-page.ts'

export type DevicesDeps = {
  store: Store
  clock: PlatformClock
  directory: DirectoryPort
  below: BelowDevicesPort
  signal: SignalPort
  publisher: Publisher
  cache: BodyCache
}

export type DevicesArea = {
  routes: Route[]
  /** Puts devices where people placed them by a platform moment: at start and after a jump of the clock. */
  applyPlaces(atMs: number): void
  /** Puts a device that has just come where people had placed it: of a fleet that comes again as its time does. */
  entered(sn: string): void
}

/** Device tree and data of devices. Nothing outside the caller's scope exists. */
export function createDevicesArea(deps: DevicesDeps): DevicesArea {
  const { store, clock, directory, below, cache, publisher } = deps
  const placement = new Placement(store.read, directory)

  const deviceFor = (context: HandlerContext, sn: string): DeviceRecord => {
    const device = directory.device(sn)
    if (!device || !directory.inScope(device.groupId, context.caller.scope)) {
      throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    }
    return device
  }
  const version = () => `${directory.structureVersion()}.${directory.stateVersion()}.${below.version()}`

  const tree = route(deviceTree, ({ query }, context) => {
    const { caller, request } = context
    const language = languageOf(request.headers)
    const { parentId, currentPage, pageSize } = query
    const deep = query.childNode === 1
    const withMeeting = hasCapability(caller.systemFunction, 'AMServer')
    const key = `tree|${language}|${scopeKey(caller.scope)}|${withMeeting}|${parentId}|${currentPage}|${pageSize}|${deep}`
    return cache.reply(request, key, version(), () => ({
      ...treePage(directory, below, {
        parentId,
        currentPage,
        pageSize,
        deep,
        language,
        scope: caller.scope,
        withMeeting,
      }),
      currentPage,
      pageSize,
    }))
  })

  const channels = route(channelList, ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const device = deviceFor(context, query.sn)
    const state = directory.state(device.sn)
    const rows = device.channels.filter(({ type }) => query.type === undefined || type === query.type)
    const from = (query.currentPage - 1) * query.pageSize
    const page = rows.slice(from, from + query.pageSize)
    return {
      list: page.map((channel) => channelOf(device, channel, state, language)),
      total: rows.length,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }
  })

  const extenInfo = route(getExtenInfo, ({ query }, context) => {
    const device = deviceFor(context, query.sn)
    if (!isOnline(directory.state(device.sn))) {
      throw refusal('deviceOffline', 'deviceOffline')
    }
    return { rssi: deps.signal.rssiDbm(device.sn, clock.now()) }
  })

  const gps = route(gpsRealtime, ({ body }, context) => ({
    list: body.list.flatMap((sn) => {
      const device = directory.device(sn)
      if (!device || !directory.inScope(device.groupId, context.caller.scope)) return []
      const { longitude, latitude, locatedMs, speedKmh, directionDeg } = directory.state(sn)
      if (longitude === undefined || latitude === undefined) return []
      const locationTime = Math.floor((locatedMs ?? 0) / 1000)
      return [{ sn, longitude, latitude, speed: speedKmh, direction: directionDeg, locationTime }]
    }),
  }))

  const allPositions = route(positions, (_input, context) => {
    const { caller, request } = context
    const language = languageOf(request.headers)
    return cache.reply(request, `positions|${language}|${scopeKey(caller.scope)}`, version(), () =>
      positionColumns(directory, caller.scope, language),
    )
  })

  const find = route(findDevices, ({ query }, context) => ({
    list: devicesNamed(directory, context.caller.scope, query.text, query.limit),
  }))

  const kinds = route(deviceKinds, () => ({ list: describedKinds() }))

  const place = async (
    context: HandlerContext,
    sn: string,
    position: Position | undefined,
    action: string,
  ) => {
    const device = deviceFor(context, sn)
    if (device.moves) throw refusal('conflict', 'deviceMoves', {}, 'sn')
    const validFromMs = Math.round(clock.now())
    const actor = actorOf(context, validFromMs)
    await store.write('devices.place', { sn, validFromMs, position: position ?? null, action, actor })
    placement.move(sn, position)
    publisher.treeChanged([device.groupId])
    return {}
  }
  const updatePlace = route(updatePlaceGps, ({ body: { sn, longitude, latitude } }, context) => {
    if (longitude === 0 && latitude === 0) {
      throw refusal('invalid', 'positionZero', {}, 'longitude')
    }
    return place(context, sn, { longitude, latitude }, 'devices.updatePlaceGps')
  })
  const clearPlace = route(clearPlaceGps, ({ body }, context) =>
    place(context, body.sn, undefined, 'devices.clearPlaceGps'),
  )

  return {
    routes: [tree, find, channels, extenInfo, gps, allPositions, kinds, updatePlace, clearPlace],
    applyPlaces(atMs) {
      const groupIds = placement.apply(atMs)
      if (groupIds.length > 0) publisher.treeChanged(groupIds)
    },
    entered: (sn) => void placement.enter(sn, clock.now()),
  }
}
