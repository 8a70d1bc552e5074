import { PLATFORM_ZONE_MINUTES, parseDateTime } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createCameraDirectory, createSceneWorld } from '../composition/media/camera-directory.ts'
import { createLog } from '../kernel/log.ts'
import { loadOsdFont } from '../media/media-files.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { createScene } from '../world/scenes/create-scene.ts'
import { skyMoment } from '../world/scenes/scene-input.ts'
import { camerasPassed } from './chase.ts'
import type { Note } from './run-timeline.ts'
import { actParsed } from './scenario-target.ts'
import { runVirtual } from './virtual/run-virtual.ts'
import { createVirtualPlatform } from './virtual/virtual-platform.ts'

const START = '2026-11-20 14:00:00'

const platformAt = (start: string) =>
  createVirtualPlatform({
    scenario: loadScenario('demo'),
    seed: 20260,
    startMs: parseDateTime(start, PLATFORM_ZONE_MINUTES)!,
    log: createLog('silent'),
    notified: {},
  })

test('the picture analysis of the cameras that a chase names finds its truck', async () => {
  await using platform = await platformAt(START)
  const { parts, host } = platform
  const { world, directory, poses, commands, clock } = parts
  const chase = { name: 'Van', past: 'safety', cameras: 4, speedKmh: 60, model: 'logistics' } as const
  const beganMs = clock.now()
  const said = await actParsed({ chase }, parts)
  expect(said.match(/\(\d+ s\)/g)).toHaveLength(4)
  host.advance(10 * 60_000)
  await platform.settle()
  const passed = camerasPassed('Van', parts)
  const named = passed.filter(({ name }) => said.includes(name.en))
  expect(named).toHaveLength(4)

  const scene = createScene(world.city, await loadOsdFont())
  const cameras = createCameraDirectory(world, directory, poses, commands)
  const contents = createSceneWorld(world, directory, poses)
  const truck = [...directory.slotsInScope(directory.scopeOf([directory.groupByKey('chases')!.id]))]
    .map((slot) => directory.device(slot)!)
    .find(({ name }) => name.en === 'Van')!
  const isSeenBy = ({ sn, x, y }: (typeof passed)[number], timeMs: number): boolean => {
    const { number } = cameras.find(sn, 1)!
    const skyTimeMs = skyMoment(timeMs, number)
    const vehicles = contents.vehiclesNear(x, y, 150, timeMs, 60)
    if (!vehicles.some(({ id }) => id === truck.trafficIndex)) return false
    const found = scene.sightings({
      camera: { ...cameras.placeAt(sn, 1, timeMs), number, name: '' },
      pose: cameras.poseAt(sn, 1, timeMs),
      timeMs,
      frame: 0,
      sky: contents.skyAt(skyTimeMs),
      skyTimeMs,
      vehicles,
      incidents: [],
      quality: 'quick',
      strip: false,
      zoneMinutes: PLATFORM_ZONE_MINUTES,
    })
    return found.some(({ id, label }) => id === truck.trafficIndex && label === 'truck')
  }
  for (const camera of named) {
    const moments = Array.from({ length: 1200 }, (_, i) => beganMs + i * 500)
    expect(
      moments.some((atMs) => isSeenBy(camera, atMs)),
      camera.name.en,
    ).toBe(true)
  }
})

test('a chase takes the place of one of its name, and says what it lacks', async () => {
  await using platform = await platformAt(START)
  const { parts } = platform
  const order = { name: 'Van', past: 'safety', cameras: 3, speedKmh: 60, model: 'patrol' } as const
  await actParsed({ chase: order }, parts)
  await actParsed({ chase: order }, parts)
  expect(parts.fleets.list().filter(({ name }) => name === 'Van')).toHaveLength(1)
  await expect(actParsed({ chase: { ...order, past: 'gasDetector' } }, parts)).rejects.toThrow(
    /past 3 cameras needs as many that look at a road.*there are 0/,
  )
  expect(() => camerasPassed('Lorry', parts)).toThrow("there is no chase 'Lorry'")
})

test.each([20260, 7])(
  'the tour holds with seed %d, and each of its scenes says where to look',
  async (seed) => {
    const notes: Note[] = []
    const { verdicts } = await runVirtual(loadScenario('demo-tour'), {
      seed,
      onNote: (note) => notes.push(note),
    })
    expect(verdicts.filter(({ outcome }) => outcome !== 'held')).toEqual([])
    expect(verdicts.map(({ text }) => text).filter((text) => text.includes('passed'))).toHaveLength(2)
    expect(notes).toHaveLength(8)
    for (const { en, zh } of notes) {
      expect(en).not.toMatch(/\p{Script=Han}/u)
      expect(zh).toMatch(/\p{Script=Han}/u)
    }
  },
)
