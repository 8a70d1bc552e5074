import type { Meeting } from '@backlot/contract/talk/meeting-frames'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTalkRig, type TalkConsole, type TalkRig } from './talk-rig.test-support.ts'

let rig: TalkRig
beforeEach(async () => {
  rig = await createTalkRig()
})
afterEach(() => rig[Symbol.asyncDispose]())

const frame = (value: number) => new Int16Array(320).fill(value)
let requests = 0
const requestId = () => `r${++requests}`
const result = async (one: TalkConsole) => (await one.told('meetingResult')).result

test('a meeting: the chairman invites, all hear each other, he leaves and the chair is passed on', async () => {
  const [one, mate, south] = [
    await rig.signIn('north', 'meeting'),
    await rig.signIn('mate', 'meeting'),
    await rig.signIn('south', 'meeting'),
  ]
  rig.devices.get('V3').behave({ toneHz: 400 })
  one.say({ type: 'meetingCreate', requestId: requestId(), name: 'Morning', devices: ['V3'], operators: [2] })
  const { meetingId } = (await one.told('meetingResult')) as { meetingId: number }
  expect(await mate.told('meetingInvited')).toMatchObject({ meetingId, name: 'Morning', by: 'north' })
  mate.say({ type: 'meetingJoin', requestId: requestId(), meetingId })
  expect(await result(mate)).toBe(0)
  const joined = await one.told('meetings', ({ list }) =>
    list[0]!.members.every(({ state }) => state === 'joined'),
  )
  expect(joined.list[0]).toMatchObject({ name: 'Morning', chairmanId: 'u:1' })
  expect(joined.list[0]!.members.map(({ memberId }) => memberId).sort()).toEqual(['d:V3', 'u:1', 'u:2'])
  await mate.until(() => mate.heard.length >= 2)

  mate.say({ type: 'meetingMute', requestId: requestId(), meetingId, memberId: 'd:V3', muted: true })
  expect(await result(mate)).toBe(2)
  one.say({ type: 'meetingMute', requestId: requestId(), meetingId, memberId: 'd:V3', muted: true })
  expect(await result(one)).toBe(0)
  await mate.told('meetings', ({ list }) => list[0]!.members.some(({ muted }) => muted))
  mate.heard.length = 0
  for (let i = 0; i < 3; i++) one.sound(frame(2000))
  await mate.until(() => mate.heard.some((samples) => samples[0] === 2000))
  expect(await mate.told('meetingSpeaking', ({ memberIds }) => memberIds.includes('u:1'))).toBeDefined()

  south.say({ type: 'meetingJoin', requestId: requestId(), meetingId })
  expect(await result(south)).toBe(1)
  one.say({ type: 'meetingLeave', requestId: requestId(), meetingId })
  expect((await mate.told('meetings', ({ list }) => list[0]?.chairmanId === 'u:2')).list).toHaveLength(1)
  mate.say({ type: 'meetingEnd', requestId: requestId(), meetingId })
  expect(await mate.told('meetingOut')).toMatchObject({ why: 'ended' })
  expect(rig.devices.get('V3').takenBy).toBeUndefined()
})

test('devices of others, without audio or off line are not invited, and a removed member is out', async () => {
  const [one, mate] = [await rig.signIn('north', 'meeting'), await rig.signIn('mate', 'meeting')]
  one.say({ type: 'meetingCreate', requestId: requestId(), name: 'A', devices: ['SOUTH'], operators: [] })
  const created = await one.told('meetingResult')
  expect(created.result).toBe(1)
  const meetingId = created.meetingId!
  const invite = async (devices: string[], operators: number[] = []) => {
    one.say({ type: 'meetingInvite', requestId: requestId(), meetingId, devices, operators })
    return result(one)
  }
  rig.records.get('V1')!.online = false
  expect(await invite(['V1'])).toBe(5)
  expect(await invite(['OLD'])).toBe(6)
  expect(await invite([], [3])).toBe(1)
  expect(await invite([], [2])).toBe(0)
  mate.say({ type: 'meetingJoin', requestId: requestId(), meetingId })
  await mate.told(
    'meetings',
    ({ list }) => list[0]?.members.filter(({ state }) => state === 'joined').length === 2,
  )
  one.say({ type: 'meetingRemove', requestId: requestId(), meetingId, memberId: 'u:2' })
  expect(await mate.told('meetingOut')).toMatchObject({ why: 'removed' })
})

test('who moves out of reach of a meeting leaves it: a device, and an operator who knows nobody there', async () => {
  const [one, mate] = [await rig.signIn('north', 'meeting'), await rig.signIn('mate', 'meeting')]
  one.say({ type: 'meetingCreate', requestId: requestId(), name: 'A', devices: ['V3', 'V1'], operators: [2] })
  const { meetingId } = (await one.told('meetingResult')) as { meetingId: number }
  mate.say({ type: 'meetingJoin', requestId: requestId(), meetingId })
  const isIn = (memberIds: string[]) => (meeting: Meeting) =>
    meeting.members
      .flatMap(({ memberId, state }) => (state === 'joined' ? [memberId] : []))
      .sort()
      .join() === memberIds.join()
  await one.told('meetings', ({ list }) => list.some(isIn(['d:V1', 'd:V3', 'u:1', 'u:2'])))
  rig.move('V3', 2)
  await one.told('meetings', ({ list }) => list.some(isIn(['d:V1', 'u:1', 'u:2'])))
  expect(rig.devices.get('V3').takenBy).toBeUndefined()
  rig.sessions.set('mate', { caller: rig.caller('mate', 2, 2) })
  expect(await mate.told('meetingOut')).toMatchObject({ meetingId, why: 'revoked' })
  await one.told('meetings', ({ list }) => list.some(isIn(['d:V1', 'u:1'])))
})

test('a device that is invited again while it rings joins all the same', async () => {
  const one = await rig.signIn('north', 'meeting')
  const devices = ['V3', 'V3']
  one.say({ type: 'meetingCreate', requestId: requestId(), name: 'Twice', devices, operators: [] })
  const { result: created, meetingId } = await one.told('meetingResult')
  expect(created).toBe(0)
  one.say({ type: 'meetingInvite', requestId: requestId(), meetingId: meetingId!, devices, operators: [] })
  expect(await result(one)).toBe(0)
  const stateOf = (list: Meeting[]) => list[0]?.members.find(({ sn }) => sn === 'V3')?.state
  const { list } = await one.told('meetings', (frame) => stateOf(frame.list) !== 'invited')
  expect(stateOf(list)).toBe('joined')
})

test('push-to-talk: one speaks, the other waits and follows, radios hear', async () => {
  const [one, mate, south] = [
    await rig.signIn('north', 'ptt'),
    await rig.signIn('mate', 'ptt'),
    await rig.signIn('south', 'ptt'),
  ]
  expect((await one.told('pttGroups')).list).toEqual([
    { groupId: 1, name: 'One', devicesOnline: 1, operators: 0 },
  ])
  expect((await south.told('pttGroups')).list).toEqual([])
  south.say({ type: 'pttJoin', groupId: 1 })
  expect(await south.told('pttLeft')).toMatchObject({ why: 'gone' })
  one.say({ type: 'floorRequest' })
  expect((await one.told('floorResult')).result).toBe(4)
  for (const each of [one, mate]) {
    each.say({ type: 'pttJoin', groupId: 1 })
    await each.told('pttJoined')
  }
  one.say({ type: 'floorRequest' })
  expect((await one.told('floorResult')).result).toBe(0)
  mate.say({ type: 'floorRequest', queue: false })
  expect((await mate.told('floorResult')).result).toBe(2)
  mate.say({ type: 'floorRequest' })
  expect((await mate.told('floorResult')).result).toBe(1)
  expect(await mate.told('floor', ({ position }) => position === 1)).toMatchObject({
    mine: false,
    holder: { kind: 'operator', name: 'north' },
  })
  mate.sound(frame(9))
  for (let i = 0; i < 3; i++) one.sound(frame(3000))
  await mate.until(() => mate.heard.length === 3)
  expect(rig.devices.get('R1').meter.read()).toMatchObject({ frames: 3, peakDb: -20.8 })
  one.say({ type: 'floorRelease', frames: 3 })
  expect(await mate.told('floor', ({ mine }) => mine)).toMatchObject({ waiting: 0 })
  expect(rig.devices.get('R1').meter.read()).toMatchObject({ captured: 3, lost: 0 })
  mate.socket.terminate()
  expect(await one.told('floor', ({ holder }) => holder === null)).toBeDefined()
})

test('a meeting by a template has no more members than it says, and who comes in is silenced', async () => {
  const [one, mate] = [await rig.signIn('north', 'meeting'), await rig.signIn('mate', 'meeting')]
  const create = (templateId: number, devices: string[]) =>
    one.say({
      type: 'meetingCreate',
      requestId: requestId(),
      name: 'Two',
      templateId,
      devices,
      operators: [2],
    })
  create(9, [])
  expect(await result(one)).toBe(1)
  create(1, ['V3'])
  const created = await one.told('meetingResult')
  expect(created).toMatchObject({ result: 3, meetingId: expect.any(Number) })
  const { list } = await one.told('meetings', (frame) =>
    frame.list.some(
      ({ members }) => members.length === 2 && members.every(({ state }) => state === 'joined'),
    ),
  )
  expect(list[0]!.members).toMatchObject([
    { memberId: 'u:1', muted: false },
    { memberId: 'd:V3', muted: true },
  ])
  mate.say({ type: 'meetingJoin', requestId: requestId(), meetingId: created.meetingId! })
  expect(await result(mate)).toBe(3)
})
