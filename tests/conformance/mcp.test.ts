/** `backlot mcp` as a client of the protocol sees it. */
import { ALL_CALLS } from '@backlot/contract/calls'
import { controlDevices } from '@backlot/contract/control/calls'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'

let simulator: LaunchedSimulator
let reader: Client
let colleague: Client
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY])
  ;[reader, colleague] = await Promise.all([connect(), connect('--allow-control')])
}, 120_000)
afterAll(async () => {
  await Promise.all([reader?.close(), colleague?.close()])
  await simulator?.stop()
})

async function connect(...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const args = [PROGRAM, 'mcp', '--control', simulator.url, ...flags]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  return client
}

type Content = { type: string; text?: string; data?: string; mimeType?: string }

async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given })
  const [first] = content as Content[]
  return { first: first!, text: first?.text ?? '', isError: isError ?? false }
}
const read = async (client: Client, name: string, given?: Record<string, unknown>) => {
  const { text, isError } = await use(client, name, given)
  expect(isError, text).toBe(false)
  return JSON.parse(text)
}
const camera = async () => {
  const { list } = await control(simulator.url, controlDevices, {
    query: { kind: 'camera', state: 'online', limit: 1 },
  })
  return list[0]!
}

test('without --allow-control there are only tools that say they read', async () => {
  const { tools } = await reader.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'status',
      'clock',
      'devices',
      'camera_picture',
      'what_happened',
      'platform_call',
    ]),
  )
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  expect(tools.filter(({ inputSchema }) => inputSchema.type !== 'object')).toEqual([])
  expect(reader.getInstructions()).toContain('--allow-control')
  await expect(use(reader, 'set_clock', { action: 'pause' })).rejects.toThrow(/set_clock/)
})

test('with --allow-control every call of the control API that answers text is a tool', async () => {
  const { tools } = await colleague.listTools()
  const leftOut = ['live', 'capture', 'snapshotFile', 'importSnapshot', 'verifyCode']
  const calls = ALL_CALLS.filter(
    ({ name, access }) => access.kind === 'control' && !leftOut.includes(name.slice(8)),
  )
  const named = calls.map(({ name }) =>
    name.slice(8).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
  expect(writing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['raise_alarm', 'set_clock', 'add_faults', 'run_scenario', 'save_snapshot']),
  )
  expect(colleague.getInstructions()).not.toContain('--allow-control')
})

test('lists devices and takes the picture of a camera', async () => {
  const { sn } = await camera()
  const { list } = await read(reader, 'devices', { sn })
  expect(list.map((device: { sn: string }) => device.sn)).toEqual([sn])
  const { first } = await use(reader, 'camera_picture', { sn, width: 320 })
  expect(first).toMatchObject({ type: 'image', mimeType: 'image/jpeg' })
  const jpeg = Buffer.from(first.data!, 'base64')
  // SOI and EOI of ITU-T T.81, annex B.1.1.3.
  expect([jpeg.subarray(0, 2).toString('hex'), jpeg.subarray(-2).toString('hex')]).toEqual(['ffd8', 'ffd9'])
})

test('raises an alarm, which then has happened', async () => {
  const { sn } = await camera()
  const raised = await read(colleague, 'raise_alarm', { sn, chnId: 1, type: 'VideoAlarm', subType: 'Motion' })
  const { alarms } = await read(reader, 'what_happened', { minutes: 5 })
  expect(alarms.list.map(({ alarmSeq }: { alarmSeq: string }) => alarmSeq)).toContain(raised.alarmSeq)
})

test('moves the clock', async () => {
  const before = await read(reader, 'clock')
  await read(colleague, 'set_clock', { action: 'jump', byMs: 3_600_000 })
  const after = await read(reader, 'clock')
  expect(after.nowMs - before.nowMs).toBeGreaterThanOrEqual(3_600_000)
})

test("finds and makes the console's calls", async () => {
  const { calls } = await read(reader, 'find_platform_calls', { words: 'users list' })
  const found = calls.find(({ name }: { name: string }) => name === 'users.list')
  expect(found.input.type).toBe('object')
  const users = await read(reader, 'platform_call', { name: 'users.list', input: { pageSize: 5 } })
  expect(users.list.map(({ loginName }: { loginName: string }) => loginName)).toContain('admin')
})

test('a call that changes something is refused to a reader, and is not among those found', async () => {
  const { calls } = await read(reader, 'find_platform_calls', { words: 'users' })
  expect(calls.filter(({ writes }: { writes: boolean }) => writes)).toEqual([])
  const { text, isError } = await use(reader, 'platform_call', { name: 'users.add', input: {} })
  expect([isError, text]).toEqual([
    true,
    "'users.add' changes something: start backlot mcp with --allow-control.",
  ])
})

test('mistakes are answered with the reason', async () => {
  const told = async (client: Client, name: string, given: Record<string, unknown>) => {
    const { text, isError } = await use(client, name, given)
    expect(isError, text).toBe(true)
    return text
  }
  expect(await told(reader, 'camera_picture', { sn: 'nobody' })).toContain('nobody')
  expect(await told(reader, 'what_happened', { minutes: 0 })).toContain('minutes')
  expect(await told(reader, 'platform_call', { name: 'no.call' })).toContain('find_platform_calls')
  expect(await told(colleague, 'raise_alarm', { sn: 'nobody', type: 'VideoAlarm' })).toContain('nobody')
  expect(await told(colleague, 'raise_alarm', { sn: 'any', type: 'SOS' })).toMatch(
    /no alarm type SOS: .*IoAlarm/,
  )
  expect(await told(colleague, 'raise_alarm', { type: 'VideoAlarm' })).toContain('sn')
})

test('a long answer is cut, and says so', async () => {
  const { text } = await use(reader, 'devices', {})
  expect(text.length).toBeLessThan(61_000)
  expect(text).toMatch(/more characters: ask for less/)
})
