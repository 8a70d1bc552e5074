// Frames on the real-time channel and on talk: right ones in any order, damaged ones, and bytes that are none.
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { PLATFORM_CALLS } from '../../../contract/src/calls.ts'
import { CHANNEL_PATH, ClientFrame, ServerFrame } from '../../../contract/src/channel/frames.ts'
import { TALK_PATH, TalkClientFrame, TalkServerFrame } from '../../../contract/src/talk/frames.ts'
import { type ByteDamage, byteDamage, spoil } from './hostile-values.ts'
import { knownValues } from './known-values.ts'
import { damaged, damages } from './mutate-value.ts'
import { type Rig, ROLES, type Role } from './rig.ts'
import { valuesOf } from './schema-arbitrary.ts'
import { Fault } from './verdict.ts'

export type SocketStep = {
  kind: 'channel' | 'talk'
  role: Role
  /** Whether the first frame is a right sign-in. */
  signsIn: boolean
  service: 'intercom' | 'meeting' | 'ptt'
  frames: (string | Buffer)[]
}

/** Longest wait for the frames of a socket. */
const ANSWER_MS = 20_000

export function socketSteps(rig: Rig): fc.Arbitrary<SocketStep> {
  const known = knownValues(rig)
  const text = (value: unknown) => JSON.stringify(value) ?? ''
  const broken = (list: readonly ByteDamage[], frame: string) => spoil(Buffer.from(frame), list).toString()
  const framesOf = (frame: fc.Arbitrary<unknown>) => {
    const right = fc.tuple(frame, damages).map(([value, list]) => text(damaged(value, list)))
    return fc.array(
      fc.oneof(
        { weight: 8, arbitrary: right as fc.Arbitrary<string | Buffer> },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.array(byteDamage, { minLength: 1, maxLength: 2 }), right)
            .map(([list, each]) => broken(list, each)),
        },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 1300 }).map((bytes) => Buffer.from(bytes)) },
        { weight: 1, arbitrary: fc.constantFrom(100, 20_000).map((depth) => '['.repeat(depth)) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom(1500, 30_000)
            .map((n) => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join()}}`),
        },
      ),
      { minLength: 1, maxLength: 5 },
    )
  }
  const bodies = new Map(
    PLATFORM_CALLS.map((call) => [call.name, call.method === 'GET' ? call.query : call.body]),
  )
  const channelFrame = valuesOf(ClientFrame, 'input', known).chain((frame) => {
    const { type, call } = frame as { type?: string; call?: string }
    const schema = type === 'request' && call !== undefined ? bodies.get(call) : undefined
    if (!schema) return fc.constant(frame)
    return valuesOf(schema, 'input', known).map((body) => ({ ...(frame as object), body }))
  })
  const common = {
    role: fc.constantFrom<Role>(...ROLES, 'nobody'),
    signsIn: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    service: fc.constantFrom('intercom', 'meeting', 'ptt'),
  }
  return fc.oneof(
    fc.record<SocketStep>({
      kind: fc.constant('channel'),
      ...common,
      frames: framesOf(channelFrame),
    } as never),
    fc.record<SocketStep>({
      kind: fc.constant('talk'),
      ...common,
      frames: framesOf(valuesOf(TalkClientFrame, 'input', known)),
    } as never),
  )
}

/** Opens a socket, sends, and waits until the platform has answered a ping or closed. Throws a Fault. */
export async function runSocketStep(step: SocketStep, rig: Rig): Promise<void> {
  const isChannel = step.kind === 'channel'
  const sessionId = (await rig.session(step.role)) ?? 'none'
  const loginName = rig.loginName(step.role)
  const socket = new WebSocket(`ws://127.0.0.1:${rig.port}${isChannel ? CHANNEL_PATH : TALK_PATH}`)
  const schema = isChannel ? ServerFrame : TalkServerFrame
  const faults: string[] = []
  const MARK = 271_828
  await new Promise<void>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Fault('neither answers nor closes')), ANSWER_MS)
    const end = () => {
      clearTimeout(giveUp)
      resolve()
    }
    socket.on('error', end).on('close', end)
    socket.on('message', (data, isBinary) => {
      if (isBinary) return
      const parsed = schema.safeParse(JSON.parse(String(data)))
      if (!parsed.success) faults.push(`sends what the contract does not know: ${String(data).slice(0, 300)}`)
      else if (parsed.data.type === 'pong' && parsed.data.at === MARK) end()
      else if ('code' in parsed.data && parsed.data.code === 500)
        faults.push(`fails: ${String(data).slice(0, 300)}`)
    })
    socket.on('open', () => {
      if (step.signsIn) {
        const login = { projectName: 'backlot', loginName, sessionId }
        socket.send(
          JSON.stringify(
            isChannel ? { type: 'login', ...login } : { type: 'talkLogin', service: step.service, ...login },
          ),
        )
      }
      for (const frame of step.frames) socket.send(frame)
      socket.send(JSON.stringify({ type: 'ping', at: MARK }))
    })
  }).finally(() => socket.terminate())
  if (faults.length > 0) throw new Fault(faults[0])
}
