/** Chases of scenarios: a vehicle of interest that drives from the picture of one camera to that of the next. */
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { trackLengthMs } from '@backlot/contract/control/fleet-tracks'
import type { ActionOf } from '@backlot/contract/control/scenario-actions'
import { encodePolyline } from '@backlot/contract/polyline'
import type { Device } from '../fleet/device.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { projectionAt } from '../world/city/projection.ts'
import { roadWay } from '../world/city/road-way.ts'
import { nearestEdge } from '../world/city/route.ts'
import type { City } from '../world/city/types.ts'
import { columnAt, depthOf, rightOf, viewOf } from '../world/scenes/view.ts'
import { pickDevices } from './pick-devices.ts'
import type { ScenarioParts } from './scenario-parts.ts'

type Parts = Pick<ScenarioParts, 'world' | 'directory' | 'clock' | 'poses' | 'fleets'>
type Point = { x: number; y: number }
/** A camera, and a point of the road in the middle of its picture. */
type Stage = { camera: Device; at: Point }

/** The group of vehicles that are chased. */
const CHASES = { key: 'chases', name: { zh: '追踪车辆', en: 'Chases' } }
/** Road that a camera looks at lies this far from it, and this near to the middle of its picture, metres. */
const LOOKS = { fromM: 16, toM: 48, stepM: 4, besideM: 6 }
/** Between two cameras of a chase, so that it is seen to come and go, metres. */
const APART_M = 150
/** Chains that are compared by road, and ways that are from each of their cameras. */
const BY_ROAD = { starts: 16, ways: 5 }
/** Nearer than this to a camera, and within its picture, a vehicle is in view, metres. */
const IN_VIEW_M = 80
/** Any size will do: what is in view does not depend on it. */
const PICTURE = { width: 640, height: 360 }
const SAMPLE_MS = 250

/**
 * Adds a vehicle that starts in the picture of a camera and stops in that of the last one. It takes the shortest chain
 * that begins at one of the cameras named and goes on to the nearest one each time. Answers, in a line, which cameras
 * it passes and when. Throws a PlatformError when too few of the cameras look at a road.
 */
export async function startChase(order: ActionOf<'chase'>, parts: Parts): Promise<string> {
  const { world, clock, fleets } = parts
  const stages = pickDevices(parts.directory, order.past, 'past').flatMap((camera) => stageOf(camera, parts))
  const chain = shortestChain(world.city, stages, order.cameras)
  if (!chain) {
    const message = `chase.past: a chase past ${order.cameras} cameras needs as many that look at a road, ${APART_M} m apart; there are ${stages.length} that look at one.`
    throw new PlatformError('invalid', message, 'past')
  }
  const drive = driveOf(world.city, chain, order.speedKmh / 3.6)
  const startMs = Math.ceil(clock.now())
  const spec: FleetSpec = {
    name: order.name,
    kind: 'vehicle',
    count: 1,
    group: CHASES,
    placement: 'traffic',
    models: [order.model],
    profile: 'busy',
    tracks: {
      atEnd: 'stay',
      list: [{ name: order.name, startMs, steps: drive.steps, path: drive.path }],
    },
  }
  for (const { fleetId } of fleets.list().filter(isChase(order.name))) await fleets.remove(fleetId)
  await fleets.add(spec)
  const passed = chain.map(({ camera }, i) => `${camera.name.en} (${Math.round(drive.passedS[i]!)} s)`)
  return `${order.name} drives past ${passed.join(', ')}`
}

/** The cameras that have had the vehicle of a chase in view so far, in the order in which they saw it. */
export function camerasPassed(chase: string, parts: Parts): Device[] {
  const { directory, world, clock, poses, fleets } = parts
  const fleet = fleets.list().find(isChase(chase))
  const vehicle = fleet && allDevices(directory).find(({ fleetId }) => fleetId === fleet.fleetId)
  const track = fleets.spans().find(({ fleetId }) => fleetId === fleet?.fleetId)?.spec.tracks?.list[0]
  if (vehicle?.trafficIndex === undefined || track?.startMs === undefined) {
    throw new PlatformError('notFound', `passed: there is no chase '${chase}'.`, 'chase')
  }
  const fromMs = track.startMs
  // At its end it stands in the last picture.
  const toMs = Math.min(clock.now(), fromMs + trackLengthMs(track) + SAMPLE_MS)
  const cameras = allDevices(directory).filter((device) => isFixedCamera(device, directory))
  const passed = new Set<Device>()
  for (let atMs = fromMs; atMs <= toMs; atMs += SAMPLE_MS) {
    const place = world.traffic.vehicleAt(vehicle.trafficIndex, atMs)
    for (const camera of cameras) {
      if (passed.has(camera) || Math.abs(camera.x - place.x) > IN_VIEW_M) continue
      if (isInView(camera, poses.poseAt(camera, 1, atMs), place)) passed.add(camera)
    }
  }
  return [...passed]
}

const isChase =
  (name: string) =>
  (fleet: { name?: string | undefined; kind: string }): boolean =>
    fleet.name === name && fleet.kind === 'vehicle'

function allDevices(directory: Parts['directory']): Device[] {
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) devices.push(device)
  }
  return devices
}

const isFixedCamera = (device: Device, directory: Parts['directory']): boolean =>
  device.headingDeg !== undefined &&
  device.trafficIndex === undefined &&
  device.video === undefined &&
  directory.channelsOf(device.slot).some(({ type }) => type === 0)

function isInView(
  camera: Point,
  pose: { panDeg: number; tiltDeg: number; zoom: number },
  { x, y }: Point,
): boolean {
  const view = viewOf(
    { number: 0, name: '', x: camera.x, y: camera.y, mountHeightM: 7 },
    pose,
    PICTURE.width,
    PICTURE.height,
  )
  const deep = depthOf(view, x, y)
  if (deep < 3 || deep > IN_VIEW_M) return false
  const column = columnAt(view, rightOf(view, x, y), deep)
  return column >= 0 && column < PICTURE.width
}

/** Nothing where a camera moves, or looks at no road. */
function stageOf(camera: Device, { world, directory, poses, clock }: Parts): Stage[] {
  if (!isFixedCamera(camera, directory)) return []
  const pan = (poses.poseAt(camera, 1, clock.now()).panDeg * Math.PI) / 180
  for (let metres = LOOKS.fromM; metres <= LOOKS.toM; metres += LOOKS.stepM) {
    const middle = { x: camera.x + Math.sin(pan) * metres, y: camera.y + Math.cos(pan) * metres }
    const road = nearestEdge(world.city, middle.x, middle.y)
    if (road.distanceM <= LOOKS.besideM) return [{ camera, at: { x: road.x, y: road.y } }]
  }
  return []
}

type Chain = { stages: Stage[]; metres: number }

/** As the crow flies from every stage; of the best ones by road. */
function shortestChain(city: City, stages: readonly Stage[], count: number): Stage[] | undefined {
  const straight = stages
    .flatMap((first) => chainFrom(first, stages, count, (nearest) => nearest[0]) ?? [])
    .sort((a, b) => a.metres - b.metres)
    .slice(0, BY_ROAD.starts)
  const byRoad = straight.flatMap(({ stages: [first] }) => {
    const chain = chainFrom(first!, stages, count, (nearest, from) => {
      const ways = nearest.map(({ stage }) => {
        return { stage, metres: roadWay(city, from.at, stage.at)?.lengthM ?? Number.POSITIVE_INFINITY }
      })
      return ways.sort((a, b) => a.metres - b.metres)[0]
    })
    return chain && Number.isFinite(chain.metres) ? [chain] : []
  })
  return byRoad.sort((a, b) => a.metres - b.metres)[0]?.stages
}

type Way = { stage: Stage; metres: number }

function chainFrom(
  first: Stage,
  stages: readonly Stage[],
  count: number,
  choose: (nearest: Way[], from: Stage) => Way | undefined,
): Chain | undefined {
  const chain: Chain = { stages: [first], metres: 0 }
  while (chain.stages.length < count) {
    const from = chain.stages.at(-1)!
    const nearest = stages
      .filter((stage) => chain.stages.every((one) => distance(one.at, stage.at) >= APART_M))
      .map((stage) => ({ stage, metres: distance(from.at, stage.at) }))
      .sort((a, b) => a.metres - b.metres)
    const next = choose(nearest.slice(0, BY_ROAD.ways), from)
    if (!next) return undefined
    chain.stages.push(next.stage)
    chain.metres += next.metres
  }
  return chain
}

/** A track at an even speed along the quickest way through the stages; the seconds at which it passes each. */
function driveOf(city: City, chain: readonly Stage[], speedMs: number) {
  const { toLngLat } = projectionAt(city.longitude, city.latitude)
  const line: Point[] = [chain[0]!.at]
  const steps: number[] = []
  const passedS = [0]
  let seconds = 0
  const driveTo = (point: Point) => {
    const metres = distance(line.at(-1)!, point)
    if (metres < 0.5) return
    line.push(point)
    steps.push(Math.round((metres / speedMs) * 1000) / 1000)
    seconds += steps.at(-1)!
  }
  for (const { at } of chain.slice(1)) {
    const way = roadWay(city, line.at(-1)!, at)?.line ?? Float64Array.of(at.x, at.y)
    for (let i = 0; i < way.length; i += 2) driveTo({ x: way[i]!, y: way[i + 1]! })
    driveTo(at)
    passedS.push(seconds)
  }
  const places = line.map(({ x, y }) => toLngLat(x, y))
  const path = encodePolyline(
    places.map(({ longitude }) => longitude),
    places.map(({ latitude }) => latitude),
  )
  return { steps, path, passedS }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
