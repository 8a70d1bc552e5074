import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DataOut } from '@backlot/contract/call'
import { controlAddFleet, controlFleets, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { FLEET_COUNT_MAX, FLEET_PROFILES, PLACEMENTS } from '@backlot/contract/control/fleet-choices'
import { VIDEO_CODECS } from '@backlot/contract/control/fleet-encoding'
import { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { TRACK_DATUMS, TRACK_ENDS } from '@backlot/contract/control/fleet-tracks'
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { readFleets } from '@backlot/simulator/fleet/read-fleets'
import { fleetWithFiles } from '@backlot/simulator/scenario/fleet-files'
import { problemText } from '@backlot/simulator/scenario/scenario'
import { foundOf } from '@backlot/simulator/scenario/zod-problems'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { UserError } from '../user-error.ts'

type AddOptions = ControlOptions & {
  file?: string
  kind?: string
  count?: string
  name?: string
  group?: string
  groupName?: string
  parent?: string
  split?: string
  placement?: string
  district?: string
  road?: string
  worksite?: string
  route?: string
  around?: string
  protocols?: string
  models?: string
  profile?: string
  fleetSeed?: string
  wire?: boolean
  video?: string
  images?: string
  encoding?: string
  strip?: boolean
  tracks?: string[]
  atEnd?: string
  every?: string
  begin?: string
  shift?: string
  jitter?: string
  snap?: boolean
  moveTo?: string
  trackSpeed?: string
  datum?: string
}

export function fleetCommand(): Command {
  const fleet = new Command('fleet').description('add, list and remove devices of a running simulator')
  withExamples(
    withControl(
      fleet
        .command('add')
        .description('add devices, by options or from a file')
        .option('--file <spec.yaml>', 'one fleet, or a list of them, as in a scenario; options override it')
        .option('--kind <kind>', `${DEVICE_KINDS.join(', ')}, or one of a kind file`)
        .option('--count <n>', 'how many')
        .option('--name <text>', 'name of the fleet')
        .option('--group <key>', 'key of an existing group, or of a new one (with --group-name)')
        .option('--group-name <zh/en>', 'names of a new group')
        .option('--parent <key>', 'parent of a new group (default: top level)')
        .option('--split <how>', "split into subgroups: by 'district', or devices per group")
        .option('--placement <kind>', `where they stand: ${PLACEMENTS.join(', ')}`)
        .option('--district <name>', 'along the roads of a district')
        .option('--road <name>', 'along a road')
        .option('--worksite <name>', 'around a worksite')
        .option('--route <points>', "along the way through 'lng,lat lng,lat …'")
        .option('--around <circle>', "along the roads within 'lng,lat,metres'")
        .option('--protocols <list>', 'protocols, assigned in turn')
        .option('--models <list>', 'models, assigned in turn')
        .option('--profile <profile>', `how often they report: ${FLEET_PROFILES.join(', ')}`)
        .option('--fleet-seed <n>', 'seed for places and names')
        .option('--wire', "connect to the platform's gateways over TCP")
        .option('--video <path>', 'a video, or a folder of images, that cameras show in place of the world')
        .option('--images <n>', 'images a second of a folder')
        .option('--no-strip', 'nothing is drawn over the video')
        .option(
          '--encoding <main>',
          "main stream of cameras: 'h265 1920x1080 25 fps 4000 kbps constant gop 50', or parts of it",
        )
        .option('--tracks <path...>', 'recorded tracks to follow: GPX, NMEA, CSV, GeoJSON files, or folders')
        .option('--at-end <how>', `at the end of a track: ${TRACK_ENDS.join(', ')} (default: loop)`)
        .option('--every <duration>', 'from one round of a track to the next: 24h (default: at once)')
        .option(
          '--begin <moment>',
          "when the tracks begin: '2026-11-20T08:00:00+08:00' (default: as recorded)",
        )
        .option('--shift <duration>', 'devices that share a track follow each other by that')
        .option('--jitter <metres>', 'error of the reported positions (default: 0)')
        .option('--snap', 'onto the roads of the city')
        .option('--move-to <place>', "put the first point of the tracks at 'lng,lat'")
        .option('--track-speed <km/h>', 'speed on tracks without times')
        .option('--datum <name>', `coordinates of the files: ${TRACK_DATUMS.join(', ')} (default: wgs84)`),
    ),
    'backlot fleet add --kind vehicle --count 500 --group taxis --placement traffic --profile busy',
    "backlot fleet add --kind camera --count 200 --group fair --group-name '庙会/Temple Fair' --placement junctions",
    'backlot fleet add --kind vehicle --count 5 --group buses --placement traffic --wire',
    'backlot fleet add --kind vehicle --group buses --tracks fixtures/tracks/bus-round.gpx --count 3 --snap',
    'backlot fleet add --file fleets.yaml',
  ).action(add)
  withExamples(
    withControl(
      fleet
        .command('rm')
        .description('remove fleets with their devices')
        .argument('<fleetId...>', 'id, see ls'),
    ),
    'backlot fleet rm fleet-1 fleet-2',
  ).action(async (fleetIds: string[], options: ControlOptions) => {
    const removed: DataOut<typeof controlRemoveFleet>[] = []
    for (const fleetId of fleetIds) {
      removed.push(await controlCall(targetOf(options), controlRemoveFleet, { body: { fleetId } }))
    }
    print(options, removed, () => removed.map((each) => `${each.fleetId}: ${each.removed} devices removed.`))
  })
  withExamples(withControl(fleet.command('ls').description('list added fleets')), 'backlot fleet ls').action(
    async (options: ControlOptions) => {
      const { list } = await controlCall(targetOf(options), controlFleets)
      print(options, { list }, () => (list.length === 0 ? ['No fleets were added.'] : table(list)))
    },
  )
  return fleet
}

async function add(options: AddOptions): Promise<void> {
  const specs = fleetsOf(options)
  const target = targetOf(options)
  const added: DataOut<typeof controlAddFleet>[] = []
  for (const spec of specs) added.push(await controlCall(target, controlAddFleet, { body: spec }))
  print(options, added, () => added.map((each) => `${each.fleetId}: ${each.added} devices added.`))
}

type Fields = Record<string, unknown>
/** The control API takes no longer ones. */
const BODY_BYTES_MAX = 1024 * 1024
/** Required options of a fleet. */
const NEEDED: readonly string[] = ['kind', 'count', 'group', 'placement']

/** The fleets that the file and the options describe, checked. Throws a UserError that names the field. */
function fleetsOf(options: AddOptions): FleetSpec[] {
  const given = specOf(options)
  const written = options.file === undefined ? [{}] : fleetsOfFile(options.file)
  return written.map((fields, i) => {
    const whole = withFiles(fields as Fields, given, options.file)
    const result = FleetSpec.safeParse(whole)
    if (result.success) return small(result.data)
    const [issue] = result.error.issues
    const where = written.length > 1 ? `${options.file}, fleet ${i + 1}: ` : ''
    // Of a field that may have several forms, what is wrong in the nearest one.
    const told = issue?.code === 'invalid_union' ? foundOf([issue], whole)[0] : issue
    const field = told?.path.join('.') || 'fleet'
    if (NEEDED.includes(field) && ({ ...(fields as object), ...given } as Fields)[field] === undefined) {
      throw new UserError(`${where}${field} is missing: give --${field} (see 'backlot fleet add --help').`)
    }
    if (field === 'placement' && issue?.code !== 'custom') {
      throw new UserError(`${where}placement: one of ${PLACEMENTS.join(', ')}, or another of its options.`)
    }
    if (field === 'count') {
      throw new UserError(`${where}count: a whole number from 1 to ${FLEET_COUNT_MAX.toLocaleString('en')}.`)
    }
    throw new UserError(`${where}${field}: ${told?.message.replace(/\.$/, '')}.`)
  })
}

/** The fields with what their files hold, tracks and videos; paths in a file are beside it. */
function withFiles(written: Fields, given: Fields, file: string | undefined): Fields {
  const own = fleetWithFiles(written, file === undefined ? '.' : dirname(file))
  const asked = fleetWithFiles(given, '.')
  const [first, ...others] = [...own.problems, ...asked.problems]
  if (first) {
    const more = others.length > 0 ? ` (and ${others.length} more: see 'backlot track check')` : ''
    throw new UserError(`${problemText(first)}${more}`)
  }
  return { ...(own.fleet as Fields), ...(asked.fleet as Fields) }
}

/** A fleet that fits into one call. */
function small(spec: FleetSpec): FleetSpec {
  if (spec.tracks === undefined || JSON.stringify(spec).length < BODY_BYTES_MAX) return spec
  const points = spec.tracks.list.reduce((sum, { steps }) => sum + steps.length + 1, 0)
  throw new UserError(
    `tracks: ${points} points are more than one call takes: add several fleets, or start with a scenario that has them.`,
  )
}

function fleetsOfFile(file: string): unknown[] {
  try {
    return readFleets(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UserError(`${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** The options as fields of a fleet; missing ones are left out. */
function specOf(options: AddOptions): Record<string, unknown> {
  const group = groupOf(options)
  const placement = placementOf(options)
  const fields = {
    kind: options.kind,
    count: countOf(options.count),
    name: options.name,
    group,
    split: options.split === 'district' ? 'district' : numberOf('--split', options.split),
    placement,
    protocols: listOf(options.protocols),
    models: listOf(options.models),
    profile: options.profile,
    seed: numberOf('--fleet-seed', options.fleetSeed),
    wire: options.wire,
    tracks: tracksOf(options),
    video: videoOf(options),
    encoding: options.encoding === undefined ? undefined : { main: encodingOf(options.encoding) },
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Words of a stream's encoding: a codec, a size, and numbers beside their names. */
function encodingOf(text: string): object {
  const words = text.trim().split(/\s+/)
  const main: Record<string, unknown> = {}
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === 'constant' || word === 'variable') main['rate'] = word
    else if (VIDEO_CODECS.some((codec) => codec === word)) main['codec'] = word
    else if (word === 'gop') main['gop'] = numberOf('--encoding gop', words[++i] ?? '')
    else if (words[i + 1] === 'fps' || words[i + 1] === 'kbps')
      main[words[++i]!] = numberOf('--encoding', word)
    else main['size'] = word
  }
  return main
}

function videoOf({ video, images, strip }: AddOptions): object | undefined {
  const fps = numberOf('--images', images)
  if (video !== undefined) {
    return { file: video, ...(fps === undefined ? {} : { fps }), ...(strip === false ? { strip } : {}) }
  }
  if (fps !== undefined || strip === false) throw new UserError('--images and --no-strip need --video.')
  return undefined
}

function tracksOf(options: AddOptions): object | undefined {
  const { tracks, atEnd, every, begin, shift, snap, datum, jitter, moveTo, trackSpeed } = options
  const fields = {
    atEnd,
    every,
    start: begin,
    shift,
    snap,
    datum,
    jitterM: numberOf('--jitter', jitter),
    moveTo: moveTo === undefined ? undefined : numbersOf(moveTo),
    speedKmh: numberOf('--track-speed', trackSpeed),
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (tracks !== undefined) return { from: tracks, ...Object.fromEntries(given) }
  if (given.length > 0) throw new UserError('Options of tracks need --tracks with the files.')
  return undefined
}

function countOf(text: string | undefined): number | undefined {
  const count = numberOf('--count', text)
  if (count !== undefined && !(count >= 1)) throw new UserError(`--count ${text}: at least 1.`)
  return count
}

function groupOf({ group, groupName, parent }: AddOptions): unknown {
  if (groupName === undefined) {
    if (parent !== undefined) throw new UserError('--parent needs --group-name.')
    return group
  }
  if (group === undefined) throw new UserError('--group-name needs --group.')
  const [zh, en] = groupName.split('/').map((text) => text.trim())
  return { key: group, name: { zh, en: en || zh }, ...(parent === undefined ? {} : { parent }) }
}

function placementOf(options: AddOptions): unknown {
  const { placement, district, road, worksite } = options
  const given = [
    placement,
    district === undefined ? undefined : { district },
    road === undefined ? undefined : { road },
    worksite === undefined ? undefined : { worksite },
    options.route === undefined ? undefined : { route: options.route.trim().split(/\s+/).map(numbersOf) },
    options.around === undefined ? undefined : { around: circleOf(options.around) },
  ].filter((each) => each !== undefined)
  if (given.length > 1)
    throw new UserError('Give one of --placement, --district, --road, --worksite, --route, --around.')
  return given[0]
}

const numbersOf = (text: string) => text.split(',').map(Number)

function circleOf(text: string): object {
  const [longitude, latitude, radiusM] = numbersOf(text)
  return { longitude, latitude, radiusM }
}

const listOf = (text: string | undefined) =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new UserError(`${option} ${text}: not a number.`)
  return value
}

type Listed = { fleetId: string; name: string; kind: string; count: number; online: number; group: string }

function table(list: readonly Listed[]): string[] {
  const rows = [
    ['fleet', 'kind', 'devices', 'online', 'group', 'name'],
    ...list.map(({ fleetId, kind, count, online, group, name }) => [
      fleetId,
      kind,
      String(count),
      String(online),
      group,
      name,
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
