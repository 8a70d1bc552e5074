import { DAY_MS, fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createCameraDirectory, createSceneWorld } from '../composition/media/camera-directory.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { loadOsdFont } from '../media/media-files.ts'
import { pictureOf } from '../media/picture-of.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { cityOf } from '../world/city/city-of.ts'
import { createScene } from '../world/scenes/create-scene.ts'
import { createWorld } from '../world/world.ts'
import { createCameraPoses } from './camera-poses.ts'
import { createDeviceAlarms } from './device-alarms.ts'

const SEED = 7
const DAY = fromCivil(2026, 11, 19)
/** Labels in the analysis for the subject of an alarm. */
const LABELS: Record<string, string> = { Intruder: 'intruder', Fire: 'fire', Control: 'face' }

test('what a camera raises an alarm of is found in its picture of that moment, nearly always', async () => {
  const city = cityOf(SEED)
  const { directory, roster } = buildFleet(SEED, loadScenario('demo'), city)
  const world = createWorld(SEED, { city, roster })
  const commands = { commandsOf: () => [], onCommand: () => () => {}, onCut: () => () => {} }
  const poses = createCameraPoses(world, directory, commands)
  const source = {
    cameras: createCameraDirectory(world, directory, poses, commands),
    world: createSceneWorld(world, directory, poses),
    clock: { now: () => DAY, rate: () => 1, zoneMinutes: 480 },
    strip: true,
  }
  const scene = createScene(city, await loadOsdFont())
  const alarms = createDeviceAlarms({ world, directory, commands })
    .touching(DAY, DAY + DAY_MS)
    .filter(({ subType }) => subType !== undefined && subType in LABELS)
  const told = alarms.map(({ device, chnId, startMs, subType }) => {
    const picture = pictureOf(source, { sn: device.sn, chnId, atMs: startMs, frame: 0, quality: 'quick' })!
    return scene.sightings(picture).some(({ label }) => label === LABELS[subType!])
  })
  expect(new Set(alarms.map(({ subType }) => subType))).toEqual(new Set(Object.keys(LABELS)))
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter(Boolean).length / told.length).toBeGreaterThan(0.9)
}, 60_000)
