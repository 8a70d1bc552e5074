import {
  controlTalk,
  controlTalkCall,
  controlTalkDevice,
  controlTalkHangUp,
  controlTalkServer,
} from '@backlot/contract/control/talk-calls'
import { type Route, route } from '../calls/route.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Talk } from '../talk/create-talk.ts'
import type { IntercomRoom } from '../talk/intercom-room.ts'
import type { MeetingRoom } from '../talk/meeting-room.ts'
import type { PttRoom } from '../talk/ptt-room.ts'
import type { TalkDevices } from '../talk/talk-devices.ts'
import { UplinkMeter } from '../talk/uplink-meter.ts'

export type TalkRouteDeps = {
  talk: Pick<Talk, 'links' | 'stop'>
  intercom: IntercomRoom
  meetings: MeetingRoom
  ptt: PttRoom
  devices: TalkDevices
  exists(sn: string): boolean
}

/** Audio that the simulated devices hear in talk, and their behaviour. */
export function talkRoutes(deps: TalkRouteDeps): Route[] {
  const { talk, intercom, meetings, ptt, devices } = deps
  const deviceOf = (sn: string) => {
    if (!deps.exists(sn)) throw new PlatformError('notFound', `sn: there is no device ${sn}.`, 'sn')
    return devices.get(sn)
  }
  return [
    route(controlTalk, ({ query: { sn, reset } }) => {
      const shown = sn === undefined ? [...devices.known()] : [deviceOf(sn)]
      const answer = {
        links: talk.links().map(({ service, caller, link }) => ({
          service,
          loginName: caller.loginName,
          queuedBytes: link.queuedBytes,
        })),
        calls: [...intercom.calls].map((call) => ({
          callId: call.callId,
          loginName: call.operator.caller.loginName,
          kind: call.kind,
          state: call.state,
          talking: call.talking,
          sns: call.ends.map(({ target }) => target.sn),
        })),
        ringing: [...intercom.ringing],
        meetings: [...meetings.tables].map((table) => ({
          id: table.id,
          name: table.name,
          members: table.joined().map(({ memberId }) => memberId),
        })),
        floors: ptt.floors,
        devices: shown.map((device) => ({
          sn: device.sn,
          voiceHz: device.pitchHz,
          heard: device.meter.read(),
        })),
      }
      if (reset) for (const device of shown) device.meter = new UplinkMeter()
      return answer
    }),
    route(controlTalkDevice, ({ body: { sn, ...change } }) => {
      deviceOf(sn).behave(
        Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      )
      return {}
    }),
    route(controlTalkCall, ({ body: { sn } }) => {
      deviceOf(sn)
      const made = intercom.call(sn, 'button')
      if (!made) throw new PlatformError('conflict', `sn: ${sn} cannot make a call now.`, 'sn')
      return made
    }),
    route(controlTalkHangUp, ({ body: { sn } }) => {
      deviceOf(sn)
      return { ended: intercom.hangUp(sn) }
    }),
    route(controlTalkServer, ({ body: { downForMs } }) => ({ cut: talk.stop(downForMs) })),
  ]
}
