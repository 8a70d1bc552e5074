/** SIPp as devices of GB/T 28181 that do right and wrong, at the running platform; tshark reads what it answers. */
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'
import { GB_SERVER } from './gb-recorder.ts'
import { openCapture } from './open-capture.ts'

const run = promisify(execFile)
const SIPP = { program: 'sipp', packages: ['sip-tester'] }
const BOTH = {
  program: 'sipp',
  packages: ['sip-tester', 'tshark'],
  check: 'command -v sipp && command -v tshark',
}

let folder: string
let simulator: Awaited<ReturnType<typeof createSimulator>>
let port: number
let users = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-sipp-'))
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    pastDays: 0,
    rtmpPort: null,
    rtspPort: null,
    onvifPort: null,
    logLevel: 'silent',
  })
  port = Number(simulator.gb28181!.split(':').at(-1))
}, 60_000)
afterAll(async () => {
  await simulator[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const newUser = () => `340200000013210${String(++users).padStart(5, '0')}`

type Request = { method: string; cseq?: number; branch?: string; headers?: readonly string[]; body?: string }

/** A step of a scenario: sends a request of a device. */
function sent(
  user: string,
  { method, cseq = 1, branch = '[branch]', headers = [], body = '' }: Request,
): string {
  const to = method === 'REGISTER' ? user : GB_SERVER
  const lines = [
    `${method} sip:${GB_SERVER}@[remote_ip]:[remote_port] SIP/2.0`,
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}`,
    `From: <sip:${user}@3402000000>;tag=[call_number]`,
    `To: <sip:${to}@3402000000>`,
    'Call-ID: [call_id]',
    `CSeq: ${cseq} ${method}`,
    `Contact: <sip:${user}@[local_ip]:[local_port]>`,
    'Max-Forwards: 70',
    ...headers,
    'Content-Length: [len]',
  ]
  // Over UDP either side loses some.
  const retrans = branch === '[branch]' && method !== 'ACK' ? ' retrans="500"' : ''
  return `<send${retrans}><![CDATA[\n${lines.join('\n')}\n\n${body}]]></send>`
}
const got = (status: number, actions = '', more = '') =>
  `<recv response="${status}" ${more}>${actions && `<action>${actions}</action>`}</recv>`
const header = (name: string, text: string, variable: string) =>
  `<ereg regexp="${text}" search_in="hdr" header="${name}:" check_it="true" assign_to="${variable}"/><log message="[$${variable}]"/>`

const LOGIN = (user: string, password = DEMO_PASSWORD) =>
  `[authentication username=${user} password=${password}]`
const registered = (user: string, expires = 3600) => [
  sent(user, { method: 'REGISTER', headers: [`Expires: ${expires}`] }),
  got(401, '', 'auth="true"'),
  sent(user, { method: 'REGISTER', cseq: 2, headers: [`Expires: ${expires}`, LOGIN(user)] }),
]

/** Plays a scenario; rejects with SIPp's errors unless every call went as it says. */
async function play(steps: readonly string[], ...args: string[]): Promise<void> {
  const file = join(folder, `${newUser()}.xml`)
  await writeFile(file, `<?xml version="1.0"?>\n<scenario name="device">\n${steps.join('\n')}\n</scenario>\n`)
  const usual = ['-m', '1', '-i', '127.0.0.1', '-recv_timeout', '20000', '-nostdin', '-timeout', '60s']
  await run('sipp', [`127.0.0.1:${port}`, '-sf', file, ...usual, '-timeout_error', ...args], {
    cwd: folder,
    timeout: 90_000,
    maxBuffer: 2 ** 26,
  })
}

/** A counter of the gateway. */
async function counted(event: string): Promise<number> {
  const text = await (await fetch(`${simulator.url}/metrics`)).text()
  return Number(new RegExp(`backlot_gb28181_events_total\\{event="${event}"\\} (\\d+)`).exec(text)?.[1])
}

it('the same REGISTER again gets the same answer to the byte', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const user = newUser()
  const lines = [
    `REGISTER sip:${GB_SERVER}@3402000000 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};rport;branch=z9hG4bK-again`,
    `From: <sip:${user}@3402000000>;tag=1`,
    `To: <sip:${user}@3402000000>`,
    'Call-ID: again',
    'CSeq: 1 REGISTER',
    'Max-Forwards: 70',
    'Content-Length: 0',
  ]
  const answers: string[] = []
  for (let i = 0; i < 2; i++) {
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, '127.0.0.1')
    const [answer] = (await once(socket, 'message')) as [Buffer]
    answers.push(answer.toString())
  }
  socket.close()
  expect(answers[0]).toMatch(/^SIP\/2.0 401 /)
  // Its nonce and its tag would be others.
  expect(answers[1]).toBe(answers[0])
})

itByDebian(SIPP, 'a renewal with an older number counts: devices begin anew', async () => {
  const user = newUser()
  const [challenged, challenge] = registered(user) as [string, string]
  const second = sent(user, {
    method: 'REGISTER',
    cseq: 7,
    headers: ['Expires: 3600', LOGIN(user)],
  })
  const before = await counted('registered')
  await play([
    challenged,
    challenge,
    second,
    got(200),
    sent(user, { method: 'REGISTER', cseq: 3, headers: ['Expires: 3600'] }),
    got(401, '', 'auth="true"'),
    sent(user, { method: 'REGISTER', cseq: 4, headers: ['Expires: 3600', LOGIN(user)] }),
    got(200),
  ])
  expect(await counted('registered')).toBe(before + 1)
})

itByDebian(SIPP, 'a wrong password and a wrong realm are refused, and counted', async () => {
  const user = newUser()
  const [challenged, challenge] = registered(user) as [string, string]
  const before = await counted('loginFailures')
  const wrong = sent(user, { method: 'REGISTER', cseq: 2, headers: ['Expires: 3600', LOGIN(user, 'guess')] })
  await play([challenged, challenge, wrong, got(401, header('WWW-Authenticate', 'Digest', 'scheme'))])
  const Authorization = `Authorization: Digest username="${user}", realm="4401000000", nonce="1", uri="sip:x", response="${'0'.repeat(32)}"`
  await play([sent(user, { method: 'REGISTER', headers: ['Expires: 3600', Authorization] }), got(401)])
  expect(await counted('loginFailures')).toBe(before + 2)
})

itByDebian(SIPP, 'what the platform does not take is answered with the status that says why', async () => {
  const user = newUser()
  const xml = 'Content-Type: Application/MANSCDP+xml'
  const sdp = (media: string) =>
    [
      'v=0',
      `o=${user} 0 0 IN IP4 127.0.0.1`,
      's=Play',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      ...media.split('|'),
      '',
    ].join('\n')
  const invite = (cseq: number, media: string, status: number) => [
    sent(user, { method: 'INVITE', cseq, headers: ['Content-Type: application/sdp'], body: sdp(media) }),
    got(100, '', 'optional="true"'),
    got(status),
    sent(user, { method: 'ACK', cseq, branch: '[branch-3]' }),
  ]
  await play([
    ...registered(user),
    got(200),
    sent(user, { method: 'PUBLISH', cseq: 3 }),
    got(405, header('Allow', 'REGISTER', 'allowed')),
    sent(user, { method: 'JUGGLE', cseq: 4 }),
    got(405),
    sent(user, { method: 'NOTIFY', cseq: 5, headers: ['Event: Catalog'] }),
    got(405),
    sent(user, { method: 'MESSAGE', cseq: 6, headers: [xml], body: '<Notify><CmdType>Keep' }),
    got(400),
    sent(user, { method: 'MESSAGE', cseq: 7, headers: [xml], body: `<x>${'y'.repeat(30_000)}</x>` }),
    got(400),
    ...invite(8, 'm=video 9000 RTP/AVP 96|a=rtpmap:96 PS/90000', 488),
    ...invite(9, 'm=audio 9000 RTP/AVP 0|a=rtpmap:0 PCMU/8000|a=recvonly', 488),
    ...invite(10, 'm=audio 9000 RTP/AVP 8|a=rtpmap:8 PCMA/8000|a=recvonly', 403),
    sent(user, { method: 'REGISTER', cseq: 11, headers: ['Expires: 5'] }),
    got(401, '', 'auth="true"'),
    sent(user, { method: 'REGISTER', cseq: 12, headers: ['Expires: 5', LOGIN(user)] }),
    got(423, header('Min-Expires', '30', 'least')),
  ])
})

itByDebian(SIPP, 'of two devices with one id the newest counts', async () => {
  const user = newUser()
  const keepalive = `<?xml version="1.0"?><Notify><CmdType>Keepalive</CmdType><SN>1</SN><DeviceID>${user}</DeviceID><Status>OK</Status></Notify>`
  const say = (status: number) => [
    sent(user, { method: 'MESSAGE', headers: ['Content-Type: Application/MANSCDP+xml'], body: keepalive }),
    got(status),
  ]
  await play([...registered(user), got(200)], '-i', '127.0.0.2')
  await play(say(200), '-i', '127.0.0.2')
  await play([...registered(user), got(200)])
  await play(say(403), '-i', '127.0.0.2')
  await play(say(200))
})

itByDebian(
  BOTH,
  'a storm of registrations is answered within bounds, and nothing that is said is malformed',
  async () => {
    const file = join(folder, 'storm.pcap')
    const capture = await openCapture(file, `udp port ${port}`)
    const before = await counted('registrationsRefused')
    await play(
      [
        sent('[call_number]', { method: 'REGISTER', headers: ['Expires: 3600'] }).replaceAll(
          'sip:[call_number]@',
          'sip:34020000001329[call_number]@',
        ),
        got(503, '', 'optional="true" next="1"'),
        got(403, '', 'optional="true" next="1"'),
        got(401),
        '<label id="1"/>',
      ],
      ...['-m', '4000', '-r', '2000', '-l', '4000'],
    )
    // Then a device comes in as before.
    const user = newUser()
    await play([...registered(user), got(200)])
    await capture.end()
    expect(await counted('registrationsRefused')).toBeGreaterThan(before)
    const read = ['-r', file, '-d', `udp.port==${port},sip`]
    const { stdout } = await run('tshark', [...read, '-Y', `_ws.malformed and udp.srcport == ${port}`])
    expect(stdout).toBe('')
  },
)
