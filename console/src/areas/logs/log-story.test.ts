import { ALL_CALLS } from '@backlot/contract/calls'
import { expect, it } from 'vitest'
import { storyText } from './log-story.ts'
import { wordsOf } from './log-words.test-support.ts'

const en = await wordsOf('en')
const zh = await wordsOf('zh')
const row = (action: string, detail: Record<string, unknown> = {}, more: object = {}) => ({
  action,
  detail,
  loginName: 'liwei',
  userName: 'Li Wei',
  target: '17',
  targetName: 'Gate 3',
  result: 0,
  ...more,
})
const both = (...args: Parameters<typeof row>) => [storyText(row(...args), en), storyText(row(...args), zh)]

it('tells what was renamed, with both names', () => {
  const detail = { before: { name: 'Guards' }, after: { name: 'Watch' } }
  expect(both('roles.update', detail, { targetName: 'Guards' })).toEqual([
    'Li Wei renamed the role “Guards” to “Watch”',
    'Li Wei 将角色“Guards”重命名为“Watch”',
  ])
  const channel = { chnId: 2, before: { name: 'Yard' }, after: { name: 'Door' } }
  expect(both('deviceAdmin.renameChannel', channel)).toEqual([
    'Li Wei renamed the channel “Yard” of “Gate 3” to “Door”',
    'Li Wei 将“Gate 3”的通道“Yard”重命名为“Door”',
  ])
})

it('tells pages that a role got and lost, and groups that devices were moved to', () => {
  const pages = [en.shell('menu.dispatch'), zh.shell('menu.dispatch')]
  expect(both('roles.update', { granted: ['/dispatch'] })).toEqual([
    `Li Wei added the pages ${pages[0]} to the role “Gate 3”`,
    `Li Wei 为角色“Gate 3”新增了页面：${pages[1]}`,
  ])
  expect(both('roles.update', { granted: ['/dispatch'], withdrawn: ['/dispatch'] })[0]).toBe(
    `Li Wei added the pages ${pages[0]} to the role “Gate 3” and removed ${pages[0]}`,
  )
  const moved = { before: { groupId: 9 }, after: { groupId: 7 } }
  expect(both('deviceAdmin.move', moved)).toEqual([
    'Li Wei moved the device “Gate 3” to the group North',
    'Li Wei 将设备“Gate 3”移动到分组North',
  ])
})

it('lets changed fields follow, and what somebody wrote', () => {
  const detail = { before: { name: 'Guards', locked: false }, after: { name: 'Watch', locked: true } }
  expect(both('users.update', detail)).toEqual([
    'Li Wei changed the user “Gate 3”: Name: Guards → Watch · Locked: No → Yes',
    'Li Wei 修改了用户“Gate 3”：名称：Guards → Watch · 已锁定：否 → 是',
  ])
  const network = { before: { httpPort: 80 }, after: { httpPort: 81 } }
  expect(both('deviceConfig.setNetworkParam', network)).toEqual([
    'Li Wei changed the parameters “Network” of “Gate 3”: HTTP port: 80 → 81',
    'Li Wei 修改了“Gate 3”的网络参数：HTTP 端口：80 → 81',
  ])
  expect(both('alarms.process', { from: null, type: 4, content: 'A cat' })[0]).toBe(
    `Li Wei processed the alarm of “Gate 3” as “${en.alarms('processing.misjudgment')}”: A cat`,
  )
  const assigned = {
    number: 'WO-1',
    from: 0,
    to: 1,
    changes: [{ field: 'assignee', from: '', to: 'Anna' }],
  }
  expect(both('workOrders.assign', assigned)).toEqual([
    'Li Wei assigned the work order “Gate 3” to Anna',
    'Li Wei 将工单“Gate 3”分配给 Anna',
  ])
})

it('tells refusals with their reason, and who was not signed in', () => {
  const detail = { refused: 'The name is taken' }
  expect(both('users.add', detail, { result: 409, targetName: '', target: 'anna' })).toEqual([
    'Li Wei was refused: Add, “anna”: The name is taken',
    'Li Wei 对“anna”的操作被拒绝：新增：The name is taken',
  ])
  const nobody = { result: 20003, userName: undefined, loginName: 'intruder', target: '', targetName: '' }
  expect(both('session.login', { refused: 'Wrong password' }, nobody)).toEqual([
    'intruder could not sign in: Wrong password',
    'intruder 登录失败：Wrong password',
  ])
})

it('names what it has no sentence for, or not enough to make one of', () => {
  expect(both('teleport.beam')).toEqual(['Li Wei: teleport – beam', 'Li Wei：teleport – beam'])
  expect(both('deviceAdmin.renameChannel', { chnId: 1, name: 'Door' })[0]).toBe(
    `Li Wei: ${en.logs('area.deviceAdmin')} – ${en.logs('verb.renameChannel')}`,
  )
})

it('has a sentence for every changing call', () => {
  const detail = {
    ...{ name: 'Door', version: '2.0', type: 4, from: ['A', ''], to: ['B', ''] },
    ...{
      before: { name: 'Yard', groupId: 9, parentId: 9 },
      after: { name: 'Door', groupId: 7, parentId: 7 },
    },
    changes: [{ field: 'assignee', from: '', to: 'Anna' }],
  }
  const plain = ALL_CALLS.filter(({ writes, access }) => writes && access.kind !== 'control').filter(
    ({ name }) => /^Li Wei: /.test(storyText(row(name, detail), en)),
  )
  expect(plain.map(({ name }) => name)).toEqual([])
})
