import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Registry } from 'prom-client'
import { isOnline } from '../areas/devices/tree-node.ts'
import type { MeetingRules, TalkDirectory, TalkRecord } from '../areas/talk/ports.ts'
import type { SessionPort } from '../calls/session-port.ts'
import { configAt } from '../devices/device-config.ts'
import { KINDS } from '../devices/kinds.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { createTalk, type Talk } from '../talk/create-talk.ts'
import { IntercomRoom } from '../talk/intercom-room.ts'
import { MeetingRoom } from '../talk/meeting-room.ts'
import { PttRoom } from '../talk/ptt-room.ts'
import type { RemoteVoices } from '../talk/remote-voice.ts'
import { TalkDevices } from '../talk/talk-devices.ts'
import { createTalkMetrics } from '../talk/talk-metrics.ts'
import { hashText } from '../world/hash.ts'
import type { DirectoryView } from './adapters/directory-view.ts'

export type OpenTalk = {
  talk: Talk
  intercom: IntercomRoom
  meetings: MeetingRoom
  ptt: PttRoom
  devices: TalkDevices
}

/**
 * The talk service with its rooms, joined to the devices: one that goes offline ends its talks, and a body-worn camera
 * whose SOS is pressed calls the operators.
 */
export function openTalk(
  deps: {
    boot: string
    seed: number
    directory: Directory
    devices: TalkDevices
    view: DirectoryView
    commands: Pick<CommandLog, 'onCommand'>
    sessions: SessionPort
    host: HostClock
    registry: Registry
    /** Meeting templates by id. */
    meetingTemplate(id: number): MeetingRules | undefined
  },
  disposal: Disposal,
): OpenTalk {
  const { directory, devices, host, seed } = deps
  const records = talkDirectory(deps.view)
  const intercom = new IntercomRoom(records, devices, host)
  const meetings = new MeetingRoom(records, devices, host, deps.meetingTemplate)
  const ptt = new PttRoom(seed, records, devices, host)
  const rooms = { intercom, meeting: meetings, ptt }
  const talk: Talk = disposal.use(
    createTalk({
      boot: deps.boot,
      sessions: deps.sessions,
      clock: host,
      treeVersion: deps.view.structureVersion,
      metrics: createTalkMetrics(deps.registry, () => talk.links().length),
      rooms,
    }),
  )
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'channelStates') {
        const { sn, slot } = change.device
        const isAudio = (chnId: number) => directory.channel(slot, chnId)?.type === CHANNEL_TYPES.audio
        if (change.changed.some(({ chnId, lost }) => lost && isAudio(chnId))) intercom.deviceOffline(sn)
      }
      const gone =
        change.kind === 'deviceRemoved'
          ? change.device.sn
          : change.kind === 'status' && !directory.isOnline(change.slot)
            ? change.sn
            : undefined
      if (gone === undefined) return
      for (const room of Object.values(rooms)) room.deviceOffline(gone)
      if (change.kind === 'deviceRemoved') devices.forget(gone)
    }),
  )
  disposal.defer(
    deps.commands.onCommand((command) => {
      const device = command.kind === 'sosPressed' ? directory.deviceBySn(command.sn) : undefined
      if (device && KINDS[device.kind].isRadio) intercom.call(command.sn, 'sos')
    }),
  )
  return { talk, intercom, meetings, ptt, devices }
}

/** The talk sides of the devices, whose volumes are those of their parameters. */
export const createTalkDevices = (deps: {
  seed: number
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
  clock: Pick<PlatformClock, 'now'>
  /** Microphones and loudspeakers of devices of others. */
  remoteVoices: Pick<RemoteVoices, 'of'>
}): TalkDevices =>
  new TalkDevices(
    deps.seed,
    (sn) => deps.directory.deviceBySn(sn)?.entity ?? hashText(sn),
    (sn) => configAt(deps.commands.commandsOf(sn), 'common', deps.clock.now()),
    (sn) => (deps.directory.deviceBySn(sn)?.foreign ? deps.remoteVoices.of(sn) : undefined),
  )

/** The devices as talk needs them. */
function talkDirectory(view: DirectoryView): TalkDirectory {
  let radios = new Map<number, string[]>()
  let radiosOfTree = -1
  const recordOf = (sn: string): TalkRecord | undefined => {
    const device = view.device(sn)
    if (!device) return undefined
    const { name, groupId, protocolType, channels, kind } = device
    const state = view.state(sn)
    const { lostChannels } = state
    const online = isOnline(state)
    return {
      sn,
      name,
      groupId,
      online,
      protocolType,
      channels,
      lostChannels,
      radio: KINDS[kind].isRadio === true,
    }
  }
  const radiosByGroup = () => {
    if (radiosOfTree === view.structureVersion()) return radios
    radios = new Map()
    for (const { sn, groupId, kind } of view.devices()) {
      if (KINDS[kind].isRadio) radios.set(groupId, [...(radios.get(groupId) ?? []), sn])
    }
    radiosOfTree = view.structureVersion()
    return radios
  }
  return {
    find(sn, scope) {
      const record = recordOf(sn)
      return record && view.inScope(record.groupId, scope) ? record : undefined
    },
    radioGroups: (scope) =>
      [...radiosByGroup()].flatMap(([groupId, sns]) => {
        const group = view.group(groupId)
        if (!group || !view.inScope(groupId, scope)) return []
        return [{ groupId, name: group.name, radios: sns.flatMap((sn) => recordOf(sn) ?? []) }]
      }),
    overlap: (one, other) =>
      [
        [one, other],
        [other, one],
      ].some(
        ([inner, outer]) =>
          outer!.rootGroupIds.includes(0) ||
          inner!.rootGroupIds.some((groupId) => groupId !== 0 && view.inScope(groupId, outer!)),
      ),
  }
}
