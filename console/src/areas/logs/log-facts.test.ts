import { ALL_CALLS } from '@backlot/contract/calls'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CONFIG_SECTIONS } from '@backlot/contract/device-config/entities'
import { expect, it } from 'vitest'
import { factsOf, factsText, subjectText } from './log-facts.ts'
import { wordsOf } from './log-words.test-support.ts'
import type { LogWords } from './log-words.ts'

const line = (what: string, detail: Record<string, unknown>, words: LogWords) =>
  factsText(factsOf(what, detail, words), words)
const en = await wordsOf('en')
const zh = await wordsOf('zh')

it('reads a template that was added, in both languages', () => {
  const detail = { kind: 0, name: 'Gates', mediaServerIds: [1, 3], packMinutes: 30, rules: 2, devices: 5 }
  expect(line('templates.add', detail, en)).toBe(
    'Kind: Generic · Name: Gates · Media servers: 1, 3 · Packing (minutes): 30 · Rules: 2 · Devices: 5',
  )
  expect(line('templates.add', { kind: 1, joinMuted: true }, zh)).toBe('类别：会议 · 入会静音：是')
})

it('reads names of groups, flags and records that are kept as text', () => {
  const detail = { nodeId: 7, singleLogin: 1, locked: 0, config: '{"point":{"latitude":1.5,"zoom":12}}' }
  expect(line('users.update', detail, en)).toBe(
    'Group: North · One session only: Yes · Locked: No · Settings: Default map location Latitude 1.5, Zoom 12',
  )
  expect(line('deviceAdmin.move', { groupId: 9 }, en)).toBe('Group: 9')
  const ability = ABILITY_BITS.video | ABILITY_BITS.gps
  expect(line('deviceAdmin.update', { ability }, zh)).toBe('能力：视频、定位')
})

it('reads what a change was before and is after it', () => {
  const before = { name: 'Guards', nodeId: 9, enabled: true, address: null }
  const after = { name: 'Watch', nodeId: 7, enabled: false, address: 'Pier 4' }
  const detail = { before, after, granted: ['/realTime'], withdrawn: ['/gas'] }
  expect(line('users.update', detail, en)).toBe(
    'Name: Guards → Watch · Group: 9 → North · Enabled: Yes → No · Address: – → Pier 4 · Pages added: Video · Pages removed: Gas',
  )
})

it('reads parameters of devices, groups of fields too', () => {
  const before = { 'main.frameRate': 25, 'main.quality': 'good', 'sub.bitRateType': 'variable' }
  const after = { 'main.frameRate': 15, 'main.quality': 'best', 'sub.bitRateType': 'constant' }
  expect(line('deviceConfig.setVideoEncodeParam', { before, after }, en)).toBe(
    'Main stream · Frame rate: 25 → 15 · Main stream · Picture quality: Good → Best · Sub-stream · Bit rate type: Variable → Constant',
  )
  expect(line('gas.setConfig', { before: { 'levels.co.low': 20 }, after: { 'levels.co.low': 30 } }, zh)).toBe(
    '报警值 · CO · 一级：20 → 30',
  )
  const plan = { id: 1, name: 'Night', weekdays: [5, 6], fromMinute: 1320, toMinute: 360 }
  expect(line('deviceConfig.setPushPlan', { before: { list: [] }, after: { list: [plan] } }, en)).toBe(
    'Plans: – → Night (Fri, Sat 22:00–06:00)',
  )
})

it('reads states, results and types by what was done', () => {
  const order = {
    number: 'WO-1',
    from: 0,
    to: 1,
    changes: [
      { field: 'assignee', from: '', to: 'Anna' },
      { field: 'priority', from: '3', to: '1' },
    ],
  }
  expect(line('workOrders.assign', order, en)).toBe(
    'Number: WO-1 · Previous state: New · State: Assigned · Assignee: – → Anna · Priority: Normal → Urgent',
  )
  expect(line('alarms.process', { from: null, type: 5, content: 'Seen' }, zh)).toBe(
    '原处理结果：未处理 · 处理结果：确认 · 处理备注：Seen',
  )
  expect(line('alarms.changeType', { from: ['A', 'B'], to: ['C', ''] }, en)).toBe('Before: A · B · After: C')
  expect(line('alarmTypes.setUserShield', { from: '', to: 'A-B,C' }, en)).toBe('After: A · B, C')
  expect(line('preplans.addDevices', { list: [{ sn: 'X1', chnId: 2 }] }, en)).toBe('Channels: X1 / 2')
})

it('reads pages of a role and hours of a push rule', () => {
  expect(line('roles.update', { permission: ['/dispatch', '/nowhere'] }, en)).toBe(
    `Pages: ${en.shell('menu.dispatch')}, /nowhere`,
  )
  const rule = { levels: [1, 3], weekdays: [1, 7], fromMinute: 480, toMinute: 1440, events: ['start'] }
  expect(line('alarmPush.add', rule, en)).toBe(
    'Levels: Critical, Ordinary · Weekdays: Mon, Sun · From: 08:00 · To: 24:00 · Events: Start',
  )
})

it('reads what devices and the platform tell of themselves', () => {
  expect(line('device.refused', { reason: 'password', before: 3 }, en)).toBe(
    'Reason: Wrong password · Previous count: 3',
  )
  expect(line('device.setting', { setting: 'networkParam', result: 1 }, zh)).toBe(
    '设置项：网络 · 结果：无应答',
  )
  expect(line('system.control', { result: 40001 }, en)).toBe('Result: Refused (40001)')
  expect(line('system.clock', { kind: 'rate', rate: 4 }, en)).toBe('Change: Speed · Speed: × 4')
  expect(subjectText('control', 'control.setDeviceState', zh)).toBe('设置设备状态')
  expect(subjectText('control', 'control.teleport', en)).toBe('control.teleport')
})

it('shows names and values that nobody has a word for as they are', () => {
  const detail = { gravity: 'low', kind: 7, shape: { sides: 4 }, gone: undefined, note: null }
  expect(line('templates.add', detail, en)).toBe('gravity: low · Kind: 7 · shape: sides 4')
  expect(factsOf('templates.add', detail, en).at(-1)).toEqual({ name: 'note', label: 'note', value: '' })
  expect(line('users.update', { config: '{broken' }, en)).toBe('Settings: {broken')
})

it('has a word for every changing call, every settings form and every call of the control API', () => {
  const wordless = ALL_CALLS.filter(({ writes }) => writes).flatMap(({ name, access }) => {
    const [area = '', verb = ''] = name.split('.')
    if (access.kind === 'control') return subjectText('control', name, en) === name ? [name] : []
    return [`area.${area}`, `verb.${verb}`].filter((key) => en.logs(key as never) === key)
  })
  expect(wordless).toEqual([])
  const settings = Object.keys(CONFIG_SECTIONS).filter((setting) =>
    line('device.setting', { setting }, en).endsWith(`: ${setting}`),
  )
  expect(settings).toEqual([])
})
