import { z } from 'zod'
import { PROTOCOL_NAMES } from '../devices/constants.ts'
import { KindName, KnownKind } from '../devices/kind-schemas.ts'
import { findKind, knownKinds } from '../devices/known-kinds.ts'
import { oneLine } from '../texts.ts'
import { FLEET_COUNT_MAX, FLEET_PROFILES, PLACEMENTS } from './fleet-choices.ts'
import { ENCODING_KINDS, FleetEncoding } from './fleet-encoding.ts'
import { FleetTracks, trackFault, WrittenTracks } from './fleet-tracks.ts'
import { FleetVideo, VIDEO_KINDS, WrittenVideo } from './fleet-video.ts'

/**
 * Fleets as people write them: in a scenario's YAML, in the file of `backlot fleet add --file`, and in the body of the
 * control call.
 */

/** Longitude, latitude in WGS-84 degrees. */
const Point = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const Words = z.string().min(1).max(80)

/** Sites of devices: a kind of site anywhere in the city, or a stretch of it. Names in either language. */
export const Placement = z.union([
  z.enum(PLACEMENTS),
  /** Along the roads of a district. */
  z.strictObject({ district: Words }),
  /** Along every road of that name. */
  z.strictObject({ road: Words }),
  /** Around the worksite of that name. */
  z.strictObject({ worksite: Words }),
  /** Evenly along the quickest way through these points. */
  z.strictObject({ route: z.array(Point).min(2).max(50) }),
  /** Along the roads within a circle. */
  z.strictObject({
    around: z.strictObject({
      longitude: z.number().min(-180).max(180),
      latitude: z.number().min(-90).max(90),
      radiusM: z.number().min(50).max(50_000),
    }),
  }),
])
export type Placement = z.infer<typeof Placement>

export const GroupKey = z
  .string()
  .max(64)
  .regex(/^[a-z][A-Za-z0-9]*$/, 'must begin with a lower-case letter, then letters and digits only')

const Name = z.strictObject({ zh: z.string().min(1).max(60), en: z.string().min(1).max(60) })

/** A group that is made with a fleet unless one of that key is there. */
export const FleetGroup = z.strictObject({
  key: GroupKey,
  name: Name,
  /** Key of the parent group; omitted: at the top. */
  parent: GroupKey.optional(),
})
export type FleetGroup = z.infer<typeof FleetGroup>

/** The fields of a fleet alone: stored fleets are read by them. */
export const FleetFields = z.strictObject({
  /** Displayed name of the fleet. */
  name: z.string().min(1).max(60).optional(),
  kind: KindName,
  count: z.number().int().min(0).max(FLEET_COUNT_MAX),
  /** Key of a group that is there, or a group to make. */
  group: z.union([GroupKey, FleetGroup]),
  /** Groups below that one: by the district of a device, or with this many devices each. */
  split: z.union([z.literal('district'), z.number().int().min(10).max(10_000)]).optional(),
  placement: Placement,
  /** Protocols dealt out in turn; by default those usual for the kind. */
  protocols: z.array(z.enum(PROTOCOL_NAMES)).min(1).max(PROTOCOL_NAMES.length).optional(),
  /** Models of the devices, assigned in turn: models of stations, trades of vehicles. */
  models: z.array(z.string().min(1).max(40)).min(1).max(40).optional(),
  profile: z.enum(FLEET_PROFILES).optional(),
  /** Seed of places and names; by default the platform's. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** Devices connect to the platform's gateways over TCP instead of reporting in-process. */
  wire: z.boolean().optional(),
  /** Recorded tracks that its devices follow instead of the city's traffic. */
  tracks: FleetTracks.optional(),
  /** Video that its cameras show in place of the world. */
  video: FleetVideo.optional(),
  /** How its cameras encode their streams. */
  encoding: FleetEncoding.optional(),
})

const newName = oneLine(1, 60)
const NewGroup = FleetGroup.extend({ name: z.strictObject({ zh: newName, en: newName }) })

/** A requested fleet: fields that go together. */
export const FleetSpec = FleetFields.extend({
  name: newName.optional(),
  kind: KnownKind,
  group: z.union([GroupKey, NewGroup]),
  /** By default one device for each of its tracks. */
  count: FleetFields.shape.count.optional(),
  /** By default `traffic` for devices that follow tracks. */
  placement: Placement.optional(),
  tracks: WrittenTracks.optional(),
  video: WrittenVideo.optional(),
})
  .superRefine((spec, context) => {
    checkTracks(spec.tracks, context)
    checkFields(spec, context)
  })
  .transform(
    ({ tracks, video, ...spec }): z.infer<typeof FleetFields> => ({
      ...spec,
      // What is missing was refused above.
      count: spec.count ?? listOf(tracks)?.length ?? 0,
      placement: spec.placement ?? 'traffic',
      ...(tracks === undefined ? {} : { tracks: FleetTracks.parse(tracks) }),
      ...(video === undefined ? {} : { video: typeof video === 'string' ? { file: video } : video }),
    }),
  )
export type FleetSpec = z.infer<typeof FleetSpec>

const listOf = (tracks: WrittenTracks | undefined) => (typeof tracks === 'object' ? tracks.list : undefined)

function checkTracks(tracks: WrittenTracks | undefined, context: z.RefinementCtx): void {
  if (tracks === undefined) return
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['tracks', ...field.split('.').filter(Boolean)], message })
  if (typeof tracks === 'string' || tracks.from !== undefined || tracks.list === undefined) {
    refuse('', 'wants the content of the files as list: scenarios and backlot fleet add read files')
    return
  }
  for (const field of ['speedKmh', 'datum'] as const) {
    if (tracks[field] !== undefined) refuse(field, 'is for files that are read, beside from')
  }
  const fault = trackFault(tracks as FleetTracks)
  if (fault) refuse(fault.field, fault.message)
}

/** Fields of a fleet that go together. */
function checkFields(
  spec: Omit<z.infer<typeof FleetFields>, 'count' | 'placement' | 'tracks' | 'video'> & {
    count?: number | undefined
    placement?: Placement | undefined
    tracks?: WrittenTracks | undefined
    video?: unknown
  },
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (spec.count === undefined) {
    if (spec.tracks === undefined) refuse('count', 'is missing')
  } else if (spec.count < 1) refuse('count', 'at least 1')
  if (spec.placement === undefined && spec.tracks === undefined) refuse('placement', 'is missing')
  const facts = findKind(spec.kind)
  if (!facts) return
  const { speaks, wire, models, moves } = facts
  const strange = spec.protocols?.find((name) => !speaks.includes(name))
  if (strange) refuse('protocols', `a ${spec.kind} does not speak ${strange}`)
  if (spec.wire && wire && spec.protocols?.some((name) => name !== wire)) {
    refuse('protocols', `over a wire a ${spec.kind} speaks ${wire}`)
  }
  const unknown = models && spec.models?.find((name) => !models.includes(name))
  if (unknown !== undefined) {
    refuse('models', `there is no ${spec.kind} '${unknown}': ${models?.join(', ')}`)
  }
  if (spec.tracks !== undefined && !moves) {
    refuse('tracks', `a ${spec.kind} stands still: vehicles and personal devices follow tracks`)
  } else if (spec.placement !== undefined && moves !== (spec.placement === 'traffic')) {
    const message = moves
      ? `a ${spec.kind} moves: its placement is traffic`
      : `a ${spec.kind} stands still: its placement is not traffic`
    refuse('placement', message)
  }
  if (spec.video !== undefined && !VIDEO_KINDS.includes(spec.kind)) {
    refuse('video', `a ${spec.kind} shows no video: ${VIDEO_KINDS.join(' and ')} do`)
  }
  if (spec.encoding !== undefined && !ENCODING_KINDS.includes(spec.kind)) {
    refuse('encoding', `a ${spec.kind} encodes as usual: it can be set for ${ENCODING_KINDS.join(', ')}`)
  }
  if (spec.wire && !wire) {
    const speakers = knownKinds().filter((kind) => findKind(kind)?.wire)
    refuse('wire', `only ${speakers.join(', ')} speak over a wire`)
  }
}
