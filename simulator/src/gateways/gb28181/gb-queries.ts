/** Questions to devices: a MESSAGE goes out, and the answer comes as a MESSAGE of the device with the same SN. */
import type { HostClock } from '../../kernel/clock.ts'
import type { SipEndpoint } from '../../sip/sip-endpoint.ts'
import { newToken } from '../../sip/sip-text.ts'
import type { ManscdpKind, ManscdpMessage, ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import type { GbCounters } from './gateway-counters.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import type { GbSession } from './gb-session.ts'

type Distribute<T> = T extends unknown ? Omit<T, 'sn'> : never
/** A body without its SN, which is given here. */
export type GbRequest = Distribute<ManscdpOf<ManscdpKind>>

export type GbQueries = {
  /** Sends a body; resolves with the status of the response, or why there was none. */
  send(session: GbSession, request: GbRequest, sn?: number): Promise<number | string>
  /**
   * Asks; `take` gets each answer and says whether it was the last. Resolves with true then, with false when no further
   * answer came in time, the device refused, or has too many questions already.
   */
  ask(session: GbSession, request: GbRequest, take: (answer: ManscdpMessage) => boolean): Promise<boolean>
  /** Gives an answer to who waits for it. */
  answered(session: GbSession, answer: ManscdpMessage): void
  /** Bodies of ours take the next number. */
  nextSn(): number
  body(request: GbRequest, sn?: number): Uint8Array
}

type Waiting = { session: GbSession; take(answer: ManscdpMessage): void; end(isWhole: boolean): void }

export function createGbQueries(deps: {
  serverId: string
  domain: string
  endpoint(): SipEndpoint
  hostClock: HostClock
  counters: GbCounters
}): GbQueries {
  const { serverId, domain, hostClock, counters } = deps
  const waiting = new Map<number, Waiting>()
  const ofDevice = new Map<string, number>()
  let sn = 0
  const nextSn = () => {
    sn = (sn % 999_999) + 1
    return sn
  }
  const body: GbQueries['body'] = (request, number = nextSn()) =>
    writeManscdp({ ...request, sn: number } as ManscdpMessage)

  const send: GbQueries['send'] = (session, request, number) =>
    new Promise((resolve) => {
      const { peer } = session
      const id = 'deviceId' in request ? request.deviceId : session.sn
      deps.endpoint().request(
        {
          kind: 'request',
          method: 'MESSAGE',
          uri: sipUri(id, session),
          headers: [
            { name: 'Max-Forwards', value: '70' },
            { name: 'From', value: `<sip:${serverId}@${domain}>;tag=${newToken()}` },
            { name: 'To', value: `<sip:${id}@${domain}>` },
            { name: 'Call-ID', value: newToken() },
            { name: 'CSeq', value: '1 MESSAGE' },
            MANSCDP_TYPE,
          ],
          body: body(request, number),
        },
        peer,
        { answered: ({ status }) => resolve(status), failed: resolve },
      )
    })

  return {
    send,
    nextSn,
    body,
    ask: (session, request, take) =>
      new Promise((resolve) => {
        const open = ofDevice.get(session.sn) ?? 0
        if (session.isOver || open >= GB_LIMITS.queriesOfDevice) return resolve(false)
        counters.queries++
        ofDevice.set(session.sn, open + 1)
        const number = nextSn()
        const within = () => hostClock.after(GB_LIMITS.answerWithinMs, () => end(false))
        let cancel = within()
        const end = (isWhole: boolean): void => {
          if (waiting.get(number) !== entry) return
          waiting.delete(number)
          session.ends.delete(giveUp)
          cancel()
          const left = (ofDevice.get(session.sn) ?? 1) - 1
          if (left > 0) ofDevice.set(session.sn, left)
          else ofDevice.delete(session.sn)
          if (!isWhole) counters.queriesUnanswered++
          resolve(isWhole)
        }
        const giveUp = () => end(false)
        const entry: Waiting = {
          session,
          take(answer) {
            cancel()
            cancel = within()
            if (take(answer)) end(true)
          },
          end,
        }
        waiting.set(number, entry)
        session.ends.add(giveUp)
        void send(session, request, number).then((status) => {
          if (typeof status !== 'number' || status >= 300) end(false)
        })
      }),
    answered(session, answer) {
      const entry = answer.sn === undefined ? undefined : waiting.get(answer.sn)
      if (entry?.session === session) entry.take(answer)
    },
  }
}

/** Request-URI of something of a device, at where the device is. */
export const sipUri = (id: string, { peer }: Pick<GbSession, 'peer'>): string => {
  const host = peer.address.includes(':') ? `[${peer.address}]` : peer.address
  return `sip:${id}@${host}:${peer.port}${peer.transport === 'tcp' ? ';transport=tcp' : ''}`
}
