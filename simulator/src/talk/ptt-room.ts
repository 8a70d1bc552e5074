import type { TalkRequest } from '@backlot/contract/talk/frames'
import { FLOOR_RESULTS } from '@backlot/contract/talk/results'
import { Floor } from '../areas/talk/floor.ts'
import type { TalkDirectory } from '../areas/talk/ports.ts'
import { EVERYTHING } from '../calls/scope.ts'
import type { HostClock } from '../kernel/clock.ts'
import { hash32, uniform } from '../world/hash.ts'
import { SpeechQueue } from './speech-queue.ts'
import type { TalkDevice } from './talk-device.ts'
import type { TalkDevices } from './talk-devices.ts'
import type { TalkOperator, TalkRoom } from './talk-operator.ts'

type Speaker = { operator: TalkOperator; speech: SpeechQueue }
type Who = Speaker | { device: TalkDevice; untilMs: number }
type Group = {
  groupId: number
  floor: Floor<Who>
  members: Map<TalkOperator, Speaker>
}

/** Interval at which somebody with a radio speaks. */
const DEVICE_TURN_MS = 12_000
const DEVICE_SPEAKS_MS = { min: 2500, spread: 3500 }
const GROUPS_EVERY_MS = 2000
const STREAM = 48

/** Push-to-talk: a group of radios and operators, one speaks at a time. An operator is in one group. */
export class PttRoom implements TalkRoom {
  readonly #seed: number
  readonly #directory: TalkDirectory
  readonly #devices: TalkDevices
  readonly #clock: HostClock
  readonly #operators = new Map<TalkOperator, { told: string }>()
  readonly #groups = new Map<number, Group>()
  #groupsToldMs = 0

  constructor(seed: number, directory: TalkDirectory, devices: TalkDevices, clock: HostClock) {
    this.#seed = seed
    this.#directory = directory
    this.#devices = devices
    this.#clock = clock
  }

  get floors(): { groupId: number; holder: string | null; waiting: number }[] {
    return [...this.#groups.values()].map(({ groupId, floor }) => ({
      groupId,
      holder: floor.holder ? nameOf(floor.holder) : null,
      waiting: floor.waiting.length,
    }))
  }

  enter(operator: TalkOperator): void {
    this.#operators.set(operator, { told: '' })
    this.#tellGroups(operator)
  }

  leave(operator: TalkOperator): void {
    this.#part(operator)
    this.#operators.delete(operator)
  }

  receive(operator: TalkOperator, frame: TalkRequest): void {
    const nowMs = this.#clock.now()
    const group = this.#groupOf(operator)
    const who = group?.members.get(operator)
    switch (frame.type) {
      case 'pttJoin':
        this.#join(operator, frame.groupId)
        return
      case 'pttLeave':
        this.#part(operator)
        operator.link.say({ type: 'pttLeft', why: 'asked' })
        return
      case 'floorRequest': {
        const result = group && who ? group.floor.request(who, nowMs, frame.queue) : 'notInGroup'
        operator.link.say({ type: 'floorResult', result: FLOOR_RESULTS[result] })
        if (result === 'granted') this.#press(group!)
        if (group) this.#tellFloor(group)
        return
      }
      case 'floorRelease':
        if (!group || !who) return
        if (group.floor.holder === who) {
          // The end of the speech is still on its way.
          for (let rest = who.speech.next(); rest; rest = who.speech.next()) this.#spread(group, who, rest)
          for (const device of this.#radiosOf(group)) device.meter.release(frame.frames)
        }
        if (group.floor.release(who, nowMs)) this.#tellFloor(group)
    }
  }

  hear(operator: TalkOperator, samples: Int16Array): void {
    const group = this.#groupOf(operator)
    const who = group?.members.get(operator)
    if (!group || !who || group.floor.holder !== who) return
    group.floor.heard(this.#clock.now())
    who.speech.push(samples)
  }

  renewed(operator: TalkOperator): void {
    const group = this.#groupOf(operator)
    if (group && !this.#mayJoin(operator, group.groupId)) {
      this.#part(operator)
      operator.link.say({ type: 'pttLeft', why: 'revoked' })
    }
    this.#tellGroups(operator)
  }

  deviceOffline(sn: string): void {
    for (const group of this.#groups.values()) {
      const { holder } = group.floor
      if (!holder || !('device' in holder) || holder.device.sn !== sn) continue
      group.floor.release(holder, this.#clock.now())
      this.#tellFloor(group)
    }
  }

  tick(frame: number, nowMs: number): void {
    for (const group of this.#groups.values()) {
      const taken = group.floor.review(nowMs)
      if (taken) {
        if ('operator' in taken.who) taken.who.operator.link.say({ type: 'floorTaken', why: taken.why })
        this.#tellFloor(group)
      }
      this.#letRadiosSpeak(group, nowMs)
      const { holder } = group.floor
      if (!holder) continue
      if ('device' in holder) {
        group.floor.heard(nowMs)
        if (nowMs >= holder.untilMs) {
          group.floor.release(holder, nowMs)
          this.#tellFloor(group)
          continue
        }
      }
      const samples = 'device' in holder ? holder.device.speak(frame) : holder.speech.next()
      if (!samples) continue
      this.#spread(group, holder, samples)
    }
    if (nowMs - this.#groupsToldMs < GROUPS_EVERY_MS) return
    this.#groupsToldMs = nowMs
    for (const operator of this.#operators.keys()) this.#tellGroups(operator)
  }

  /** Everybody else hears it: the other operators, and for an operator's speech the radios. */
  #spread(group: Group, holder: Who, samples: Int16Array): void {
    const nowMs = this.#clock.now()
    for (const [operator, who] of group.members) if (who !== holder) operator.link.sound(nowMs, samples)
    if ('operator' in holder) for (const device of this.#radiosOf(group)) device.hear(nowMs, samples)
  }

  #join(operator: TalkOperator, groupId: number): void {
    this.#part(operator)
    if (!this.#mayJoin(operator, groupId)) {
      operator.link.say({ type: 'pttLeft', why: 'gone' })
      return
    }
    const group = this.#groups.get(groupId) ?? { groupId, floor: new Floor<Who>(), members: new Map() }
    this.#groups.set(groupId, group)
    group.members.set(operator, { operator, speech: new SpeechQueue() })
    operator.link.say({ type: 'pttJoined', groupId })
    this.#tellFloor(group)
    for (const one of this.#operators.keys()) this.#tellGroups(one)
  }

  #part(operator: TalkOperator): void {
    const group = this.#groupOf(operator)
    const who = group?.members.get(operator)
    if (!group || !who) return
    group.members.delete(operator)
    group.floor.release(who, this.#clock.now())
    if (group.members.size === 0) this.#groups.delete(group.groupId)
    else this.#tellFloor(group)
  }

  #groupOf(operator: TalkOperator): Group | undefined {
    for (const group of this.#groups.values()) if (group.members.has(operator)) return group
    return undefined
  }

  #mayJoin(operator: TalkOperator, groupId: number): boolean {
    return this.#directory.radioGroups(operator.caller.scope).some((group) => group.groupId === groupId)
  }

  #radiosOf(group: Group): TalkDevice[] {
    const found = this.#directory.radioGroups(EVERYTHING).find(({ groupId }) => groupId === group.groupId)
    return (found?.radios ?? []).flatMap(({ sn, online }) => (online ? [this.#devices.get(sn)] : []))
  }

  /** The floor is given to an operator: the radios begin to count received frames. */
  #press(group: Group): void {
    for (const device of this.#radiosOf(group)) device.meter.press()
  }

  /** A pure function of seed, group and time decides who speaks; a taken floor keeps him quiet. */
  #letRadiosSpeak(group: Group, nowMs: number): void {
    if (group.floor.holder) return
    const turn = Math.floor(nowMs / DEVICE_TURN_MS)
    const startMs = turn * DEVICE_TURN_MS + 1000
    if (nowMs < startMs || hash32(this.#seed, group.groupId, STREAM, turn) % 3 === 0) return
    const spoken = uniform(this.#seed, group.groupId, STREAM + 1, turn) * DEVICE_SPEAKS_MS.spread
    const untilMs = startMs + DEVICE_SPEAKS_MS.min + spoken
    if (nowMs >= untilMs) return
    const radios = this.#radiosOf(group).filter(({ behaviour, takenBy }) => !behaviour.silent && !takenBy)
    const device = radios[hash32(this.#seed, group.groupId, STREAM + 2, turn) % Math.max(1, radios.length)]
    if (!device) return
    group.floor.request({ device, untilMs }, nowMs, false)
    this.#tellFloor(group)
  }

  #tellFloor(group: Group): void {
    const { floor } = group
    for (const [operator, who] of group.members) {
      const position = floor.waiting.indexOf(who) + 1
      operator.link.say({
        type: 'floor',
        groupId: group.groupId,
        holder: this.#holderFor(operator, floor.holder),
        mine: floor.holder === who,
        waiting: floor.waiting.length,
        ...(position > 0 ? { position } : {}),
      })
    }
  }

  #holderFor(operator: TalkOperator, who: Who | undefined) {
    if (!who) return null
    if ('operator' in who) {
      const { name, userId } = who.operator.caller
      return { kind: 'operator' as const, name, userId }
    }
    const { sn } = who.device
    const name = this.#directory.find(sn, EVERYTHING)?.name[operator.caller.language] ?? sn
    return { kind: 'device' as const, name, sn }
  }

  /** The groups that an operator may join, when they have changed since they were last sent. */
  #tellGroups(operator: TalkOperator): void {
    const kept = this.#operators.get(operator)
    if (!kept) return
    const list = this.#directory.radioGroups(operator.caller.scope).map(({ groupId, name, radios }) => ({
      groupId,
      name: name[operator.caller.language],
      devicesOnline: radios.filter(({ online }) => online).length,
      operators: this.#groups.get(groupId)?.members.size ?? 0,
    }))
    const told = JSON.stringify(list)
    if (told === kept.told) return
    kept.told = told
    operator.link.say({ type: 'pttGroups', list })
  }
}

function nameOf(who: Who): string {
  return 'operator' in who ? who.operator.caller.loginName : who.device.sn
}
