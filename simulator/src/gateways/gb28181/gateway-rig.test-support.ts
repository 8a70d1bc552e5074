/** The gateway and fake devices joined by a net in memory; its ingest and records are lists. */

import type { Device } from '../../fleet/device.ts'
import { createMemoryNet } from '../../sip/memory-net.test-support.ts'
import { requestWithLogin } from '../../sip/request-with-login.ts'
import type { IncomingRequest } from '../../sip/sip-calls.ts'
import { createSipEndpoint } from '../../sip/sip-endpoint.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { ManscdpMessage } from '../../wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import type { SipResponse } from '../../wire/sip/sip-message.ts'
import type { DeviceIngest, RefusalReason } from '../ingest.ts'
import { createGb28181Gateway } from './create-gb28181-gateway.ts'
import type { GbRecord } from './gb-channels.ts'

export const SERVER = '34020000002000000001'
export const DEVICE = '34020000001180000001'
export const SERVER_IP = '127.0.0.1'
export const PASSWORD = 'secret'
export const cameraId = (number: number) => `3402000000132${String(number).padStart(7, '0')}`

export function gatewayRig() {
  const clock = createManualClock(Date.UTC(2026, 10, 26, 4))
  const net = createMemoryNet(clock)
  const told: string[] = []
  const alarms: Parameters<DeviceIngest['alarm']>[1][] = []
  const positions: Parameters<DeviceIngest['position']>[1][] = []
  const records = new Map<string, GbRecord>()
  const warnings: string[] = []
  const refuses: { reason: RefusalReason | undefined } = { reason: undefined }
  const log = {
    warn: (_fields: object, text: string) => void warnings.push(text),
    error: (fields: object, text: string) => void warnings.push(`${text} ${JSON.stringify(fields)}`),
    info: () => undefined,
    debug: () => undefined,
  }
  const gateway = createGb28181Gateway({
    serverId: SERVER,
    password: PASSWORD,
    net: net.open(SERVER_IP),
    media: { host: '127.0.0.1', addressTowards: () => '127.0.0.1', transport: 'udp' },
    ingest: {
      admit: async ({ sn }) =>
        refuses.reason ? { refused: refuses.reason } : { admitted: { sn } as Device },
      isOwnPlace: () => false,
      connected: (sn) => void told.push(`${sn} online`),
      disconnected: (sn) => void told.push(`${sn} offline`),
      alarm: (_sn, alarm) => void alarms.push(alarm),
      position: (_sn, position) => void positions.push(position),
      packet: () => undefined,
      onGivenUp: () => undefined,
    } as Partial<DeviceIngest> as DeviceIngest,
    records: {
      find: (sn) => records.get(sn),
      keep: (sn, record) => void records.set(sn, record),
    },
    hostClock: clock,
    platformClock: { now: () => clock.now() } as never,
    log: log as never,
  })
  const devices: AsyncDisposable[] = []

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      clock.advance(Math.min(50, left))
      await new Promise(setImmediate)
    }
  }

  /** A device at an address; `answer` says what it answers to a body with other bodies. */
  function device(
    options: {
      id?: string
      address?: string
      answer?: (message: ManscdpMessage) => ManscdpMessage[]
      invite?: (incoming: IncomingRequest) => void
      subscribe?: (incoming: IncomingRequest) => void
    } = {},
  ) {
    const { id = DEVICE, address = '10.0.0.8', answer = () => [] } = options
    const heard: ManscdpMessage[] = []
    const to = { transport: 'udp' as const, address: SERVER_IP, port: 5060 }
    const endpoint = createSipEndpoint(
      {
        handlers: {
          MESSAGE(incoming) {
            const read = readManscdp(incoming.request.body)
            if (!read.ok) throw new Error(read.problem.message)
            heard.push(read.value)
            incoming.respond(200)
            for (const message of answer(read.value)) void say(message)
          },
          INVITE: (incoming) => (options.invite ? options.invite(incoming) : incoming.respond(486)),
          SUBSCRIBE: (incoming) => (options.subscribe ? options.subscribe(incoming) : incoming.respond(489)),
        },
      },
      { net: net.open(address), hostClock: clock, log },
    )
    devices.push(endpoint)
    let calls = 0
    const request = (
      method: string,
      body: Uint8Array,
      headers: { name: string; value: string }[],
      callId = `${address}-${calls + 1}`,
    ) => ({
      kind: 'request' as const,
      method,
      uri: `sip:${SERVER}@3402000000`,
      headers: [
        { name: 'Max-Forwards', value: '70' },
        { name: 'From', value: `<sip:${id}@3402000000>;tag=${++calls}` },
        { name: 'To', value: `<sip:${method === 'REGISTER' ? id : SERVER}@3402000000>` },
        { name: 'Call-ID', value: callId },
        { name: 'CSeq', value: `${calls} ${method}` },
        ...headers,
      ],
      body,
    })
    const sayBytes = (body: Uint8Array): Promise<number | string> =>
      new Promise((resolve) => {
        const headers = [{ name: 'Content-Type', value: 'Application/MANSCDP+xml' }]
        endpoint.request(request('MESSAGE', body, headers), to, {
          answered: ({ status }) => resolve(status),
          failed: resolve,
        })
      })
    const say = (message: ManscdpMessage) => sayBytes(writeManscdp(message))
    return {
      id,
      heard,
      endpoint,
      say,
      sayBytes,
      keepalive: () => say({ kind: 'keepalive', sn: 1, deviceId: id, status: 'OK' }),
      /** Registers; resolves with the last response, or why there was none. */
      register(
        more: {
          password?: string
          expires?: string
          headers?: { name: string; value: string }[]
          callId?: string
        } = {},
      ) {
        const { password = PASSWORD, expires = '3600', headers = [] } = more
        return new Promise<SipResponse | string>((resolve) => {
          const contact = endpoint.contact(id, 'udp')
          const all = [contact, { name: 'Expires', value: expires }, ...headers]
          requestWithLogin(
            endpoint,
            request('REGISTER', new Uint8Array(), all, more.callId),
            to,
            { username: id, password },
            {
              answered: resolve,
              failed: resolve,
            },
          )
        })
      },
    }
  }

  /** Lets time pass until a promise has settled, or for this long. */
  async function settled<T>(promise: Promise<T>, withinMs = 5000): Promise<T | 'waiting'> {
    let result: T | 'waiting' = 'waiting'
    let isSettled = false
    const taken = promise.then((value) => {
      result = value
      isSettled = true
    })
    for (let gone = 0; gone < withinMs && !isSettled; gone += 50) await pass(50)
    if (isSettled) await taken
    return result
  }

  return {
    clock,
    net,
    gateway,
    told,
    alarms,
    positions,
    records,
    warnings,
    refuses,
    pass,
    device,
    settled,
    async [Symbol.asyncDispose]() {
      const ending = [gateway, ...devices].map((one) => one[Symbol.asyncDispose]())
      await pass(100)
      await Promise.all(ending)
    },
  }
}
