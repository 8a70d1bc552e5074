import type { BodyIn } from '@backlot/contract/call'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import {
  addChannel,
  addDevice,
  addDeviceType,
  addGroup,
  deleteChannel,
  deleteDevices,
  deleteDeviceType,
  deleteGroup,
  listDevices,
  listDeviceTypes,
  listGroups,
  moveDevices,
  moveGroup,
  renameChannel,
  renameGroup,
  updateDevice,
  updateDeviceType,
} from '@backlot/contract/device-admin/calls'
import { clearPlaceGps, updatePlaceGps } from '@backlot/contract/devices/calls'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import {
  boundChannels,
  installInfo,
  updateBoundChannels,
  updateInstallInfo,
} from '@backlot/contract/installation/calls'
import {
  addController,
  deleteController,
  listControllers,
  updateController,
} from '@backlot/contract/sense-controllers/calls'
import type { WriteBench } from './write-bench.ts'
import { type Round, versionOf } from './write-round.ts'

/** A type, two groups and a device that no wire ever brings. */
export const devices: Round = async (bench, name) => {
  const top = await makeGroup(bench, `check ${name}`, 0)
  if (!top) return
  const below = await makeGroup(bench, `check 2 ${name}`, 0)
  await bench.make(renameGroup, { body: { ...(await top.known()), name: `check 3 ${name}` } })
  if (below) await bench.make(moveGroup, { body: { ...(await below.known()), parentId: top.id } })
  const type = await makeType(bench, name)
  if (type) {
    await withDevice(bench, name, { typeId: type.id, groupId: top.id, otherId: below?.id ?? top.id })
    await type.undo.now()
  }
  await below?.undo.now()
  await top.undo.now()
}

async function makeGroup(bench: WriteBench, name: string, parentId: number) {
  const made = await bench.make(addGroup, { body: { parentId, name } })
  if (!made) return undefined
  const { id } = made
  const known = async () => ({
    id,
    version: await versionOf(bench, listGroups, {}, (row) => row['id'] === id),
  })
  return { id, known, undo: bench.made(`group ${name}`, deleteGroup, known) }
}

async function makeType(bench: WriteBench, name: string) {
  const fields = {
    name: `check ${name}`,
    kind: 'sensorController' as const,
    protocolType: PROTOCOL_TYPES.v1,
    ability: ABILITY_BITS.hjt212 | ABILITY_BITS.alarm,
  }
  const made = await bench.make(addDeviceType, { body: fields })
  if (!made) return undefined
  const { id } = made
  const query = { pageSize: 500 }
  const known = async () => ({
    id,
    version: await versionOf(bench, listDeviceTypes, query, (row) => row['id'] === id),
  })
  const undo = bench.made(`device type check ${name}`, deleteDeviceType, known)
  await bench.make(updateDeviceType, { body: { ...fields, manufacturer: 'check', ...(await known()) } })
  return { id, undo }
}

async function withDevice(
  bench: WriteBench,
  name: string,
  { typeId, groupId, otherId }: { typeId: number; groupId: number; otherId: number },
): Promise<void> {
  const sn = `check-${name}`
  const fields = { sn, name: `check ${name}`, typeId, groupId }
  if (!(await bench.make(addDevice, { body: fields }))) return
  const version = () => versionOf(bench, listDevices, { text: sn }, (row) => row['sn'] === sn)
  const known = async () => [{ sn, version: await version() }]
  const undo = bench.made(`device ${sn}`, deleteDevices, async () => ({ devices: await known() }))
  const ability = ABILITY_BITS.hjt212 | ABILITY_BITS.alarm
  const change = { sn, version: await version(), name: `check 2 ${name}`, ability }
  await bench.make(updateDevice, { body: change })
  await bench.make(moveDevices, { body: { devices: await known(), groupId: otherId } })
  const { longitude = 0.1, latitude = 0.1 } = bench.known.place() ?? {}
  await bench.make(updatePlaceGps, { body: { sn, longitude, latitude } })
  await bench.make(clearPlaceGps, { body: { sn } })
  await withChannel(bench, sn)
  await installed(bench, sn)
  await undo.now()
}

async function withChannel(bench: WriteBench, sn: string): Promise<void> {
  const channel = await bench.make(addChannel, { body: { sn, name: 'check', type: 3 } })
  if (!channel) return
  const { chnId } = channel
  await bench.make(renameChannel, { body: { sn, chnId, name: 'check 2' } })
  await bench.make(deleteChannel, { body: { sn, chnId } })
}

async function installed(bench: WriteBench, sn: string): Promise<void> {
  const versionIn = async (call: typeof boundChannels | typeof installInfo) =>
    Number((await bench.field(call, { sn }, 'version')) ?? 0)
  await bench.make(updateBoundChannels, { body: { sn, list: [], version: await versionIn(boundChannels) } })
  const info = { installTime: 0, installer: 'check', address: 'check', height: null, photos: [], remark: '' }
  await bench.make(updateInstallInfo, { body: { sn, ...info, version: await versionIn(installInfo) } })
}

/** A sensor copied from an existing one; on no line, since devices of the check are never online. */
export const sensors: Round = async (bench, name) => {
  const [model] = await bench.rows(listControllers, { pageSize: 1 })
  if (!model) return
  // As the platform sent them: their validity was checked with the list.
  const fields = { ...pick(model), number: name, name: `check ${name}` } as BodyIn<typeof addController>
  const made = await bench.make(addController, { body: fields })
  if (!made) return
  const { id } = made
  const known = async () => ({
    id,
    version: await versionOf(bench, listControllers, { name }, (row) => row['id'] === id),
  })
  const undo = bench.made(`sensor ${name}`, deleteController, known)
  await bench.make(updateController, { body: { ...fields, name: `check 2 ${name}`, ...(await known()) } })
  await undo.now()
}

function pick({ model, factory, ctrlType, script, baudRate, address, codes }: Record<string, unknown>) {
  return { model, factory, ctrlType, script, baudRate, address, codes }
}
