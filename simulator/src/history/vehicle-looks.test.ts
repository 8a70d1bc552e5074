import { expect, test } from 'vitest'
import type { DeviceSpec } from '../fleet/device.ts'
import { createDirectory } from '../fleet/directory.ts'
import type { PassingVehicle } from '../world/types.ts'
import { createVehicleLooks } from './vehicle-looks.ts'

const PASSING: PassingVehicle = {
  id: 3,
  kind: 'car',
  colour: 0x123456,
  x: 1,
  y: 2,
  directionDeg: 90,
  speedKmh: 40,
}

function fleetOf(...models: (string | undefined)[]) {
  const directory = createDirectory(7)
  const { id } = directory.addGroup(0, { zh: '组', en: 'Group' })
  const specOf = (model: string | undefined, index: number): DeviceSpec => ({
    sn: `V-${index}`,
    kind: 'vehicle',
    name: { zh: `车 ${index}`, en: `Car ${index}` },
    groupId: id,
    rosterIndex: index,
    protocolType: 5,
    ability: 1,
    isPtz: false,
    model,
    x: 0,
    y: 0,
    longitude: 0,
    latitude: 0,
    trafficIndex: index,
    installedAtMs: 0,
    installAddress: { zh: '', en: '' },
    installer: { zh: '', en: '' },
    plate: `京A·00${index}XY`,
  })
  for (const [i, model] of models.entries()) directory.addDevice(specOf(model, i))
  return { directory, specOf }
}

test("the platform's own vehicles look like their model and carry their plate", () => {
  const models = ['taxi', 'bus', 'patrol', 'logistics', 'sanitation']
  const { directory } = fleetOf(...models)
  const looks = createVehicleLooks(directory)
  const seen = models.map((_, id) => looks.look({ ...PASSING, id }))
  expect(seen.map(({ kind }) => kind)).toEqual(['taxi', 'bus', 'patrol', 'truck', 'sanitation'])
  expect(seen.map(({ plate }) => plate)).toEqual(models.map((_, id) => `京A·00${id}XY`))
  expect(seen[1]).toMatchObject({ x: 1, y: 2, directionDeg: 90, speedKmh: 40 })
})

test('a vehicle looks the same whoever asks and whenever, and vehicles of others keep their looks', () => {
  const { directory } = fleetOf('taxi', 'taxi', 'taxi')
  const [one, other] = [createVehicleLooks(directory), createVehicleLooks(directory)]
  for (const id of [0, 1, 2])
    expect(one.look({ ...PASSING, id })).toEqual(other.look({ ...PASSING, id, kind: 'truck', colour: 1 }))
  expect(one.look(PASSING)).toBe(PASSING)
})

test('devices that come later are seen as what they are, and those of an unknown model as the world has them', () => {
  const { directory, specOf } = fleetOf('taxi')
  const looks = createVehicleLooks(directory)
  const late = directory.addDevice(specOf('bus', 3))
  expect(looks.look(PASSING).kind).toBe('bus')
  directory.removeDevice(late.slot)
  expect(looks.look(PASSING)).toBe(PASSING)
  directory.addDevice(specOf(undefined, 3))
  expect(looks.look(PASSING)).toEqual({ ...PASSING, plate: '京A·003XY' })
})
