/** What stands behind one of our own devices at a platform of GB/T 28181: its part of the world. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { TALK_FRAME_MS, TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import { decodeAlaw } from '@backlot/contract/talk/g711-alaw'
import { disksAt } from '../../devices/device-disks.ts'
import { KINDS } from '../../devices/kinds.ts'
import { placeReportAt } from '../../devices/place-report.ts'
import { upgradeAt } from '../../devices/upgrade.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { GbChannel, GbPorts, GbPosition } from '../../gb28181/device/ports.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Speakers } from '../../media/media-ports.ts'
import { createSpeakerFrames } from '../../media/speaker-frames.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { TalkDevices } from '../../talk/talk-devices.ts'
import type { World } from '../../world/types.ts'
import type { GbAlarms } from './gb-alarms.ts'
import type { GbControls } from './gb-control.ts'
import type { GbPictures } from './gb-media.ts'
import type { GbPlace, GbUnit } from './gb-roster.ts'
import type { GbSnapshots } from './gb-snapshots.ts'

/** What the units share. */
export type GbShared = {
  world: World
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
  alarms: GbAlarms
  controls: GbControls
  pictures: GbPictures
  snapshots: GbSnapshots
  speakers: Speakers
  talkDevices: Pick<TalkDevices, 'get'>
  clock: Pick<PlatformClock, 'now'>
  host: Pick<HostClock, 'now'>
  tap: SocketTap
}

/** What a device tells unasked. */
export type GbReports = Pick<GbPorts, 'onAlarm'> & Pick<GbPorts['channels'], 'onChange'>

/** PTZType of what turns, and of what does not. */
const DOME = 1
const BULLET = 3
/** The city is as high above the sea (as in the reports of vehicles). */
const ALTITUDE_M = 44

/** `unit` is the present one: its channels come and go. */
export function createGbPorts(unit: () => GbUnit, shared: GbShared, reports: GbReports): GbPorts {
  const { world, directory, commands, controls, pictures, snapshots, speakers, talkDevices, clock, host } =
    shared
  const placeOf = (id: string): GbPlace | undefined => {
    const { places } = unit()
    return places.find((place) => place.id === id) ?? (id === unit().id ? places[0] : undefined)
  }
  const deviceOf = (id: string): Device | undefined => {
    const place = placeOf(id)
    return place && directory.deviceBySn(place.sn)
  }

  return {
    facts() {
      const { id, sn, name, places } = unit()
      const own = sn === undefined ? undefined : directory.deviceBySn(sn)
      const nowMs = clock.now()
      const disks = own
        ? disksAt(world.seed, own.entity, places.length, commands.commandsOf(own.sn), nowMs)
        : []
      const board = own && (KINDS[own.kind].models[own.model ?? '']?.board ?? KINDS[own.kind].board)
      return {
        name: name || id,
        manufacturer: 'Backlot',
        model: board ?? `NVR-${places.length}`,
        firmware: own ? upgradeAt(world.seed, own.entity, commands.commandsOf(own.sn), nowMs).version : '1.0',
        isRecording: places.some((place) => pictures.isRecording(place)),
        isFaulty: disks.some(({ state }) => state === 'fault'),
        downloadSpeeds: ['1'],
      }
    },
    channels: {
      all: () => channelPlaces(unit()).flatMap((place) => gbChannelOf(place, shared) ?? []),
      onChange: reports.onChange,
    },
    control: {
      run: (id, command) => controls.of(unit()).run(id, command),
      presetsOf: (id) => controls.of(unit()).presetsOf(id),
      homeOf: (id) => controls.of(unit()).homeOf(id),
      toursOf: (id) => controls.of(unit()).toursOf(id),
    },
    recordings: {
      find(id, fromMs, toMs) {
        const place = placeOf(id)
        return place ? pictures.recordings(place, fromMs, toMs) : []
      },
    },
    positionOf(id): GbPosition | undefined {
      const device = deviceOf(id)
      const trafficIndex = device?.trafficIndex
      if (!device || trafficIndex === undefined) return undefined
      const trueAt = (ms: number) => world.traffic.vehicleAt(trafficIndex, ms)
      const own = commands.commandsOf(device.sn)
      const found = placeReportAt(world.seed, device.entity, clock.now(), trueAt, own)
      if (found.gpsLost) return undefined
      const { atMs, latitude: lat, longitude: lng, speedKmh, directionDeg } = found
      return { atMs, lat, lng, speedKmh, directionDeg, altitudeM: ALTITUDE_M }
    },
    onAlarm: reports.onAlarm,
    openMedia(wish) {
      const place = placeOf(wish.channelId)
      return Promise.resolve(place && pictures.open(place, wish))
    },
    openSpeaker(id) {
      const place = unit().speakers.find((one) => one.id === id) ?? placeOf(id)
      if (!place || !speakers.has(place.sn, place.chnId)) return undefined
      const speaker = speakers.open(place.sn)
      if (!speaker) return 'busy'
      const hear = createSpeakerFrames(speaker, host)
      return { frame: (bytes) => hear(decodeAlaw(bytes)), close: () => speaker.close() }
    },
    soundAt(id, hostMs) {
      const place = unit().speakers.find((one) => one.id === id) ?? placeOf(id)
      const frame = Math.floor(hostMs / TALK_FRAME_MS)
      return place ? talkDevices.get(place.sn).speak(frame) : new Int16Array(TALK_FRAME_SAMPLES)
    },
    takeSnapshots(order) {
      const place = placeOf(order.channelId)
      return place ? snapshots.take(place, order) : Promise.reject(new Error('there is no such channel'))
    },
  }
}

/** Places of all channels of a unit: cameras, then loudspeakers. */
export const channelPlaces = ({ places, speakers }: Pick<GbUnit, 'places' | 'speakers'>): GbPlace[] => [
  ...places,
  ...speakers,
]

/** A channel as it is now; undefined when its device is gone. */
export function gbChannelOf(
  place: GbPlace,
  { directory, alarms }: Pick<GbShared, 'directory' | 'alarms'>,
): GbChannel | undefined {
  const device = directory.deviceBySn(place.sn)
  const channel = device && directory.channel(device.slot, place.chnId)
  if (!device || !channel) return undefined
  const { longitude: lng, latitude: lat } = device
  const isOwnName = channel.name.zh === device.name.zh
  const common = {
    id: place.id,
    name: isOwnName ? device.name.zh : `${device.name.zh} ${channel.name.zh}`,
    isOnline: directory.isOnline(device.slot) && !directory.lostChannels(device.slot).has(place.chnId),
    ...(device.trafficIndex === undefined && (lng !== 0 || lat !== 0) && { location: { lat, lng } }),
  }
  if (channel.type === CHANNEL_TYPES.audio) return { ...common, kind: 'loudspeaker' }
  return {
    ...common,
    kind: 'camera',
    ptzType: channel.isPtz ? DOME : BULLET,
    duty: alarms.dutyOf(place),
    more: { info: { streamNumberList: ['0', '1'], downloadSpeed: ['1'] } },
  }
}
