// The platform that is fuzzed: in this process, with people of every role, and one whose things nobody may touch.
import { once } from 'node:events'
import { connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { controlDevices } from '../../../contract/src/control/calls.ts'
import { addFavourite, listFavourites } from '../../../contract/src/favourites/calls.ts'
import { addUser, listRoles, listUsers } from '../../../contract/src/users/calls.ts'
import { perWire, WIRE_NAMES, type WireName } from '../../../contract/src/wires/wires.ts'
import { addWorkspace, listWorkspaces } from '../../../contract/src/workspaces/calls.ts'
import { createSimulator } from '../../../simulator/src/create-simulator.ts'
import { control } from '../../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../../testing/operator.ts'
import { Harvest } from './harvest.ts'
import { type HostileCamera, openHostileCamera } from './hostile-camera.ts'

export const ROLES = [
  'Administrator',
  'Dispatcher',
  'Video operator',
  'Environment analyst',
  'Viewer',
] as const
export type Role = (typeof ROLES)[number] | 'nobody'

export type Rig = AsyncDisposable & {
  url: string
  port: number
  /** Ports of the wires. */
  ports: Readonly<Record<'jt1078' | 'rtmp' | 'rtsp' | 'onvif' | 'mqtt' | 'modbus' | WireName, number>>
  controlToken: string
  /** Of a camera that administrators may add. */
  cameraAddresses: readonly string[]
  /** Devices that may come to effect, by their kinds. */
  sns: ReadonlyMap<string, readonly string[]>
  /** Facts from answers so far. */
  harvest: Harvest
  /** Accounts and roles that no step may change: the callers', and the witness's. */
  protectedUsers: ReadonlySet<number>
  protectedRoles: ReadonlySet<number>
  /** The session of a role; signs in when there is none, or when it has ended. */
  session(role: Role): Promise<string | undefined>
  loginName(role: Role): string
  /** The session of a role was refused: the next step signs in again. */
  ended(role: Role): void
  /** Throws when the witness has lost anything of their own, or the platform does not answer. */
  check(): Promise<void>
}

/** Starts it on free ports with a temporary folder; streams loop clips, every reply is parsed by the contract. */
export async function createRig(): Promise<Rig> {
  const simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    logLevel: 'error',
    checkReplies: true,
    encoderBudget: 0,
    callRate: null,
    pushAllow: ['localhost'],
    mqttPort: 0,
    modbusPort: 0,
  })
  const camera = await openHostileCamera()
  try {
    return await prepareRig(simulator, camera)
  } catch (error) {
    await simulator[Symbol.asyncDispose]()
    await camera[Symbol.asyncDispose]()
    throw error
  }
}

async function prepareRig(
  simulator: Awaited<ReturnType<typeof createSimulator>>,
  camera: HostileCamera,
): Promise<Rig> {
  const { url } = simulator
  const admin = await Operator.signIn(url)
  const { list: users } = await admin.call(listUsers, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  const { list: roles } = await admin.call(listRoles, { query: { pageSize: 100 } })
  const people = new Map<Role, string>([['Administrator', 'admin']])
  for (const role of ROLES.slice(1)) {
    const user = users.find(({ roleName, loginName }) => roleName === role && loginName !== 'admin')
    if (!user) throw new Error(`Nobody has the role ${role}.`)
    people.set(role, user.loginName)
  }
  const cameras = await control(url, controlDevices, { query: { kind: 'camera' } })
  const { list: devices } = await control(url, controlDevices)
  const own = cameras.list.at(-1)?.sn
  const { witness, userId } = await createWitness(admin, url, own!)
  const sessions = new Map<Role, string>([['Administrator', admin.sessionId]])
  const loginNames = new Set([...people.values()])
  const ports = {
    rtmp: Number(new URL(simulator.rtmp!).port),
    rtsp: Number(new URL(simulator.rtsp!).port),
    onvif: Number(new URL(simulator.onvif!).port),
    jt1078: portOf(simulator.jt1078!),
    mqtt: portOf(simulator.mqtt!),
    modbus: portOf(simulator.modbus!),
    ...perWire((wire) => portOf(simulator[wire]!)),
  }
  return {
    url,
    port: Number(new URL(url).port),
    ports,
    controlToken: simulator.controlToken,
    cameraAddresses: camera.addresses,
    sns: byKind(devices.filter(({ sn, online }) => online && sn !== own)),
    harvest: new Harvest(),
    protectedUsers: new Set([
      userId,
      ...users.filter(({ loginName }) => loginNames.has(loginName)).map((user) => user.userId),
    ]),
    protectedRoles: new Set(roles.map(({ roleId }) => roleId)),
    async session(role) {
      const loginName = people.get(role)
      if (loginName === undefined) return undefined
      const known = sessions.get(role)
      if (known !== undefined) return known
      const { sessionId } = await Operator.signIn(url, loginName)
      sessions.set(role, sessionId)
      return sessionId
    },
    loginName: (role) => people.get(role) ?? 'nobody',
    ended: (role) => void sessions.delete(role),
    async check() {
      const health = await fetch(new URL('/healthz', url))
      if (!health.ok) throw new Error(`/healthz answers ${health.status} ${await health.text()}`)
      await witness.check()
      await Promise.all([
        answersHandshake(ports.rtmp),
        accepts(ports.rtsp),
        accepts(ports.onvif),
        accepts(ports.jt1078),
        accepts(ports.mqtt),
        accepts(ports.modbus),
        ...WIRE_NAMES.map((wire) => accepts(ports[wire])),
      ])
    },
    async [Symbol.asyncDispose]() {
      await simulator[Symbol.asyncDispose]()
      await camera[Symbol.asyncDispose]()
    },
  }
}

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1))

function byKind(devices: readonly { sn: string; kind: string }[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>()
  for (const { sn, kind } of devices) kinds.set(kind, [...(kinds.get(kind) ?? []), sn])
  return kinds
}

/** Whether somebody takes connections on a port. */
async function accepts(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.destroy()
}

/** Whether the RTMP thread lives: it answers the first half of a handshake. */
async function answersHandshake(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536)]))
  await once(socket, 'data')
  socket.destroy()
}

/** An operator with things of their own, which nobody else's calls may change. */
async function createWitness(admin: Operator, url: string, sn: string) {
  const { list: roles } = await admin.call(listRoles, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  const { roleId } = roles.find(({ name }) => name === 'Dispatcher')!
  const { userId } = await admin.call(addUser, {
    body: { loginName: 'witness', name: 'Witness', password: Operator.hash(DEMO_PASSWORD), roleId },
  })
  const own = await Operator.signIn(url, 'witness')
  await own.call(addFavourite, { body: { name: 'Mine', sn, chnId: 1 } })
  await own.call(addWorkspace, { body: { name: 'Mine', path: '/dispatch', query: { z: '12' } } })
  const things = async () => [
    (await own.call(listFavourites)).list,
    (await own.call(listWorkspaces)).list,
    { ...own.userInfo, passwordValidDays: 0 },
  ]
  const before = await things()
  const check = async () => {
    const now = await things()
    if (!isDeepStrictEqual(now, before))
      throw new Error(`The witness had ${JSON.stringify(before)} and has ${JSON.stringify(now)}`)
  }
  return { userId, witness: { check } }
}
