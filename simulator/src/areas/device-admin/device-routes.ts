import {
  addDevice,
  deleteDevices,
  listDevices,
  moveDevices,
  updateDevice,
} from '@backlot/contract/device-admin/calls'
import { fitsProtocol, type NewDevice } from '@backlot/contract/device-admin/entities'
import { factsOf } from '@backlot/contract/devices/known-kinds'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { createDeviceFinder } from './find-devices.ts'
import type { RegisteredDevice } from './ports.ts'
import type { NewRecord } from './records.ts'
import { addedOf } from './restore-devices.ts'
import type { RouteContext } from './route-context.ts'
import { type TypeEntry, typeEntries } from './type-catalogue.ts'

const both = (text: string) => ({ zh: text, en: text })

/** Fault of a new device beyond the contract: a message and the field. */
export type DeviceFault = {
  key: 'snTaken' | 'snForm' | 'deviceTypeNotFound' | 'placeHalf' | 'positionZero' | 'deviceMoves'
  field: keyof NewDevice
}

/** Checks a device against its type and the existing devices. */
export function deviceFault(
  area: RouteContext,
  device: NewDevice,
  type: TypeEntry | undefined,
): DeviceFault | undefined {
  if (!type) return { key: 'deviceTypeNotFound', field: 'typeId' }
  if (!fitsProtocol(device.sn, type.protocolType)) return { key: 'snForm', field: 'sn' }
  if (area.register.device(device.sn)) return { key: 'snTaken', field: 'sn' }
  const { longitude, latitude } = device
  if (longitude === undefined && latitude === undefined) return undefined
  if (factsOf(type.kind).moves) return { key: 'deviceMoves', field: 'longitude' }
  if (longitude === undefined) return { key: 'placeHalf', field: 'longitude' }
  if (latitude === undefined) return { key: 'placeHalf', field: 'latitude' }
  return longitude === 0 && latitude === 0 ? { key: 'positionZero', field: 'longitude' } : undefined
}

export function recordFor(device: NewDevice, type: TypeEntry): NewRecord {
  return {
    sn: device.sn,
    kind: type.kind,
    protocolType: type.protocolType,
    typeId: type.id,
    name: device.name,
    groupId: device.groupId,
    ability: device.ability ?? type.ability,
    longitude: device.longitude ?? null,
    latitude: device.latitude ?? null,
    address: device.address,
    installer: device.installer,
  }
}

function typeById(area: RouteContext, id: number): TypeEntry | undefined {
  return typeEntries(area.repository.types()).find((entry) => entry.id === id)
}

/** Stores devices and puts them into the running platform. Answers their ids. */
export async function admit(
  area: RouteContext,
  context: HandlerContext,
  devices: readonly NewRecord[],
  action: string,
): Promise<void> {
  if (devices.length === 0) return
  const actor = area.actor(context)
  await area.store.write('deviceAdmin.add', { devices, action, actor })
  area.repository.refresh(devices.map(({ sn }) => sn))
  for (const { sn } of devices) area.lifecycle.add(addedOf(area.repository.record(sn)!)!)
  area.told(devices.map(({ groupId }) => groupId))
}

/** Devices: listed, added, changed, moved and removed. */
export function deviceRoutes(area: RouteContext, finder: ReturnType<typeof createDeviceFinder>): Route[] {
  const { repository, register, lifecycle, store } = area

  const list = route(listDevices, ({ query }, context) => {
    if (query.nodeId !== undefined) area.groupFor(context, query.nodeId, 'nodeId')
    return finder.page(query, context.caller.scope, area.language(context))
  })

  const add = route(addDevice, ({ body }, context) =>
    area.inTurn(async () => {
      area.groupFor(context, body.groupId, 'groupId')
      const type = typeById(area, body.typeId)
      const fault = deviceFault(area, body, type)
      if (fault) throw refusal(faultCode(fault), fault.key, {}, fault.field)
      await admit(area, context, [recordFor(body, type!)], 'deviceAdmin.add')
      return { sn: body.sn, deviceId: register.device(body.sn)!.id }
    }),
  )

  const update = route(updateDevice, ({ body }, context) =>
    area.inTurn(async () => {
      const { sn, version, name, ability, address, installer } = body
      const device = area.deviceFor(context, sn)
      // A field that was not touched keeps its text in the other language.
      const language = area.language(context)
      const set = {
        ...(name === device.name[language] ? {} : { name }),
        ...(ability === device.ability ? {} : { ability }),
        ...(address === device.installAddress[language] ? {} : { address }),
        ...(installer === device.installer[language] ? {} : { installer }),
      }
      await store.write('deviceAdmin.change', {
        devices: [{ sn, version, was: wasOf(device) }],
        set,
        action: 'deviceAdmin.update',
        detail: set,
        actor: area.actor(context),
      })
      repository.refresh([sn])
      lifecycle.edit(sn, {
        ...(set.name === undefined ? {} : { name: both(set.name) }),
        ...(set.ability === undefined ? {} : { ability: set.ability }),
        ...(set.address === undefined ? {} : { installAddress: both(set.address) }),
        ...(set.installer === undefined ? {} : { installer: both(set.installer) }),
      })
      area.told([device.groupId])
      return {}
    }),
  )

  /** The devices of a body, each once, as the caller sees them. */
  const chosen = (context: HandlerContext, devices: readonly { sn: string; version: number }[]) =>
    [...new Map(devices.map((known) => [known.sn, known])).values()].map((known) => ({
      known,
      device: area.deviceFor(context, known.sn),
    }))

  const move = route(moveDevices, ({ body }, context) =>
    area.inTurn(async () => {
      area.groupFor(context, body.groupId, 'groupId')
      const moved = chosen(context, body.devices).filter(({ device }) => device.groupId !== body.groupId)
      await store.write('deviceAdmin.change', {
        devices: moved.map(({ known, device }) => ({ ...known, was: { groupId: device.groupId } })),
        set: { groupId: body.groupId },
        action: 'deviceAdmin.move',
        detail: { groupId: body.groupId },
        actor: area.actor(context),
      })
      repository.refresh(moved.map(({ known }) => known.sn))
      const touched = new Set([body.groupId, ...moved.map(({ device }) => device.groupId)])
      for (const { known } of moved) if (register.device(known.sn)) lifecycle.move(known.sn, body.groupId)
      area.told(touched)
      return {}
    }),
  )

  const remove = route(deleteDevices, ({ body }, context) =>
    area.inTurn(async () => {
      const gone = chosen(context, body.devices)
      const isForeign = (device: RegisteredDevice) => device.foreign === true
      const actor = area.actor(context)
      const touched = new Set(gone.map(({ device }) => device.groupId))
      const devices = gone.map(({ known, device }) => ({
        ...known,
        foreign: isForeign(device),
        called: device.name,
      }))
      await store.write('deviceAdmin.remove', { devices, actor })
      const sns = devices.map(({ sn }) => sn)
      const added = sns.flatMap((sn) => addedOf(repository.record(sn) ?? NO_ROW) ?? [])
      repository.refresh(sns)
      for (const device of added) lifecycle.gone(device, actor.atMs)
      await lifecycle.remove(sns, actor.atMs)
      area.told([...touched].filter((id) => register.group(id)))
      return {}
    }),
  )

  return [list, add, update, move, remove]
}

const NO_ROW = { number: null, kind: null, groupId: null } as Parameters<typeof addedOf>[0]

function faultCode({ key }: DeviceFault): 'conflict' | 'notFound' | 'invalid' {
  if (key === 'snTaken') return 'conflict'
  return key === 'deviceTypeNotFound' ? 'notFound' : 'invalid'
}

/** What an update may change, as it is, for the log. */
const wasOf = ({ name, ability, installAddress, installer }: RegisteredDevice) => ({
  name,
  ability,
  address: installAddress,
  installer,
})
