import { talkTargetOf } from '@backlot/contract/talk/call-target'
import { MEETING_INVITE_WAIT_MS, MEETINGS_MAX } from '@backlot/contract/talk/constants'
import type { TalkRequest } from '@backlot/contract/talk/frames'
import type { MeetingClientFrame } from '@backlot/contract/talk/meeting-frames'
import { MEETING_RESULTS, type MeetingResult } from '@backlot/contract/talk/results'
import type { MeetingRules, TalkDirectory } from '../areas/talk/ports.ts'
import type { HostClock } from '../kernel/clock.ts'
import { deviceMember, MeetingTable, operatorMember, type Seat } from './meeting-table.ts'
import { mixMeeting } from './mix-meeting.ts'
import type { RemoteVoice } from './remote-voice.ts'
import type { TalkDevice } from './talk-device.ts'
import type { TalkDevices } from './talk-devices.ts'
import type { TalkOperator, TalkRoom } from './talk-operator.ts'

type Frame<T extends MeetingClientFrame['type']> = Extract<MeetingClientFrame, { type: T }>

/** Audio meetings: operators and devices that hear each other, led by a chairman. */
export class MeetingRoom implements TalkRoom {
  readonly #directory: TalkDirectory
  readonly #devices: TalkDevices
  readonly #clock: HostClock
  readonly #templateOf: (id: number) => MeetingRules | undefined
  readonly #operators = new Set<TalkOperator>()
  readonly #tables = new Map<number, MeetingTable>()
  #count = 0

  constructor(
    directory: TalkDirectory,
    devices: TalkDevices,
    clock: HostClock,
    templateOf: (id: number) => MeetingRules | undefined = () => undefined,
  ) {
    this.#directory = directory
    this.#devices = devices
    this.#clock = clock
    this.#templateOf = templateOf
  }

  get tables(): Iterable<MeetingTable> {
    return this.#tables.values()
  }

  enter(operator: TalkOperator): void {
    this.#operators.add(operator)
    this.#tellAll()
  }

  leave(operator: TalkOperator): void {
    this.#operators.delete(operator)
    const at = this.#tableOf(operator)
    if (at) this.#stand(at.table, at.seat)
    this.#tellAll()
  }

  receive(operator: TalkOperator, frame: TalkRequest): void {
    if (!('requestId' in frame)) return
    const { result, meetingId } = this.#do(operator, frame)
    operator.link.say({
      type: 'meetingResult',
      requestId: frame.requestId,
      result: MEETING_RESULTS[result],
      ...(meetingId === undefined ? {} : { meetingId }),
    })
    this.#tellAll()
  }

  hear(operator: TalkOperator, samples: Int16Array): void {
    const at = this.#tableOf(operator)
    if (at && !at.seat.muted) at.seat.speech.push(samples)
  }

  renewed(operator: TalkOperator): void {
    const at = this.#tableOf(operator)
    const unseen = at ? this.#unseenDevices(at.table) : []
    for (const seat of unseen) this.#stand(at!.table, seat)
    const isOut = at !== undefined && this.#isForeign(operator, at.table)
    if (isOut) {
      operator.link.say({ type: 'meetingOut', meetingId: at.table.id, why: 'revoked' })
      this.#stand(at.table, at.seat)
    }
    if (isOut || unseen.length > 0) this.#tellAll()
    else this.#tell(operator)
  }

  deviceOffline(sn: string): void {
    for (const table of this.#tables.values()) {
      const seat = table.seats.get(deviceMember(sn))
      if (seat?.state === 'joined') {
        this.#stand(table, seat)
        this.#tellAll()
      }
    }
  }

  tick(frame: number, nowMs: number): void {
    for (const table of this.#tables.values()) mixMeeting(table, frame, nowMs)
  }

  #do(operator: TalkOperator, frame: MeetingClientFrame): { result: MeetingResult; meetingId?: number } {
    if (frame.type === 'meetingCreate') return this.#create(operator, frame)
    const table = this.#tables.get(frame.meetingId)
    const self = operatorMember(operator.caller.userId)
    if (!table || !this.#mayKnow(operator, table, self)) return { result: 'notFound' }
    const chairs = table.chairmanId === self && this.#tableOf(operator)?.table === table
    const meetingId = table.id
    switch (frame.type) {
      case 'meetingJoin':
        return { result: this.#join(operator, table), meetingId }
      case 'meetingLeave': {
        const at = this.#tableOf(operator)
        const seat = at?.table === table ? at.seat : undefined
        if (seat) this.#stand(table, seat)
        else this.#refuse(table, self)
        return { result: 'ok', meetingId }
      }
      case 'meetingInvite':
        return { result: chairs ? this.#invite(operator, table, frame) : 'notChairman', meetingId }
      case 'meetingMute': {
        // Everybody may silence himself; nobody but the chairman others.
        const seat = table.seats.get(frame.memberId)
        if (!seat) return { result: 'notFound' }
        if (!chairs && frame.memberId !== self) return { result: 'notChairman' }
        seat.muted = frame.muted
        return { result: 'ok', meetingId }
      }
      case 'meetingRemove': {
        const seat = table.seats.get(frame.memberId)
        if (!seat) return { result: 'notFound' }
        if (!chairs) return { result: 'notChairman' }
        seat.operator?.link.say({ type: 'meetingOut', meetingId, why: 'removed' })
        this.#stand(table, seat)
        table.seats.delete(frame.memberId)
        return { result: 'ok', meetingId }
      }
      case 'meetingChair': {
        const seat = table.seats.get(frame.memberId)
        if (!seat?.operator || seat.state !== 'joined') return { result: 'notFound' }
        if (!chairs) return { result: 'notChairman' }
        table.chairmanId = frame.memberId
        return { result: 'ok', meetingId }
      }
      case 'meetingEnd':
        if (!chairs) return { result: 'notChairman' }
        this.#close(table)
        return { result: 'ok', meetingId }
    }
  }

  #create(
    operator: TalkOperator,
    frame: Frame<'meetingCreate'>,
  ): { result: MeetingResult; meetingId?: number } {
    if (this.#tables.size >= MEETINGS_MAX) return { result: 'tooMany' }
    if (this.#tableOf(operator)) return { result: 'inAnotherMeeting' }
    const rules = frame.templateId === undefined ? undefined : this.#templateOf(frame.templateId)
    if (frame.templateId !== undefined && !rules) return { result: 'notFound' }
    const self = operatorMember(operator.caller.userId)
    const table = new MeetingTable(++this.#count, frame.name, self, this.#clock.now(), rules)
    this.#tables.set(table.id, table)
    this.#join(operator, table)
    return { result: this.#invite(operator, table, frame), meetingId: table.id }
  }

  #join(operator: TalkOperator, table: MeetingTable): MeetingResult {
    const at = this.#tableOf(operator)
    if (at) return at.table === table ? 'ok' : 'inAnotherMeeting'
    const { userId, name } = operator.caller
    if (table.isFullFor(operatorMember(userId))) return 'full'
    const seat = table.seat({ memberId: operatorMember(userId), kind: 'operator', name, userId }, 'joined')
    seat.operator = operator
    return 'ok'
  }

  #invite(
    operator: TalkOperator,
    table: MeetingTable,
    { devices, operators }: { devices: string[]; operators: number[] },
  ): MeetingResult {
    let result: MeetingResult = 'ok'
    for (const sn of devices) {
      const one = table.isFullFor(deviceMember(sn)) ? 'full' : this.#inviteDevice(operator, table, sn)
      if (one !== 'ok') result = one
    }
    for (const userId of operators) {
      const person = this.#people(operator).find((other) => other.caller.userId === userId)
      if (!person) result = 'notFound'
      else if (table.isFullFor(operatorMember(userId))) result = 'full'
      else if (table.seats.get(operatorMember(userId))?.state !== 'joined') {
        const { name } = person.caller
        const seat = table.seat(
          { memberId: operatorMember(userId), kind: 'operator', name, userId },
          'invited',
        )
        this.#expire(seat, MEETING_INVITE_WAIT_MS, 'noAnswer')
        for (const { caller, link } of this.#operators) {
          if (caller.userId === userId)
            link.say({
              type: 'meetingInvited',
              meetingId: table.id,
              name: table.name,
              by: operator.caller.name,
            })
        }
      }
    }
    return result
  }

  #inviteDevice(operator: TalkOperator, table: MeetingTable, sn: string): MeetingResult {
    const record = this.#directory.find(sn, operator.caller.scope)
    if (!record) return 'notFound'
    const target = talkTargetOf(record)
    if (typeof target === 'string') return 'audioChannelNotFound'
    if (!record.online) return 'deviceOffline'
    const present = table.seats.get(deviceMember(sn))?.state
    if (present === 'joined' || present === 'invited') return 'ok'
    const device = this.#devices.get(sn)
    const name = record.name[operator.caller.language]
    const seat = table.seat({ memberId: deviceMember(sn), kind: 'device', name, sn }, 'invited')
    const { answer, ringMs } = device.behaviour
    if (device.takenBy || device.remote?.hasMicrophone === false || answer === 'busy' || answer === 'refuse')
      this.#expire(seat, ringMs, 'refused')
    else if (answer !== 'ok') this.#expire(seat, MEETING_INVITE_WAIT_MS, 'noAnswer')
    else {
      device.takenBy = table
      const join = () => {
        seat.state = 'joined'
        seat.device = device
        device.meter.press()
        this.#tellAll()
      }
      if (device.remote) this.#openPath(table, seat, { device, remote: device.remote, target }, join)
      else seat.cancel = this.#clock.after(ringMs, join)
    }
    return 'ok'
  }

  /** Asks a device of others for its sound; it sits at the table once it answers. */
  #openPath(
    table: MeetingTable,
    seat: Seat,
    { device, remote, target }: { device: TalkDevice; remote: RemoteVoice; target: { audioChnId: number } },
    join: () => void,
  ): void {
    const path = remote.open('call', () => this.deviceOffline(device.sn), target.audioChnId)
    let isOver = false
    seat.cancel = () => {
      isOver = true
      path.close()
    }
    void path.answer.then((answer) => {
      if (isOver) return
      if (answer === 'ok') {
        join()
        return
      }
      seat.cancel()
      if (device.takenBy === table) device.takenBy = undefined
      seat.state = answer === 'busy' || answer === 'refuse' ? 'refused' : 'noAnswer'
      this.#tellAll()
    })
  }

  #expire(seat: Seat, afterMs: number, state: 'refused' | 'noAnswer'): void {
    seat.cancel = this.#clock.after(afterMs, () => {
      seat.state = state
      this.#tellAll()
    })
  }

  #refuse(table: MeetingTable, memberId: string): void {
    const seat = table.seats.get(memberId)
    if (seat?.state !== 'invited') return
    seat.cancel()
    seat.state = 'refused'
  }

  /** Somebody leaves. The chair is passed on; with the last operator the meeting ends. */
  #stand(table: MeetingTable, seat: Seat): void {
    seat.cancel()
    if (seat.sn !== undefined) {
      const device = this.#devices.get(seat.sn)
      if (device.takenBy === table) device.takenBy = undefined
    }
    seat.state = 'left'
    seat.operator = undefined
    seat.device = undefined
    if (seat.memberId === table.chairmanId && !table.passChair()) this.#close(table)
    else if (table.joinedOperators().length === 0) this.#close(table)
  }

  #close(table: MeetingTable): void {
    this.#tables.delete(table.id)
    for (const seat of table.seats.values()) {
      seat.cancel()
      if (seat.sn !== undefined) {
        const device = this.#devices.get(seat.sn)
        if (device.takenBy === table) device.takenBy = undefined
      }
      seat.operator?.link.say({ type: 'meetingOut', meetingId: table.id, why: 'ended' })
    }
  }

  #tableOf(operator: TalkOperator): { table: MeetingTable; seat: Seat } | undefined {
    for (const table of this.#tables.values()) {
      for (const seat of table.seats.values()) if (seat.operator === operator) return { table, seat }
    }
    return undefined
  }

  /** Meetings of oneself, and those with a device that one may see. */
  #mayKnow(operator: TalkOperator, table: MeetingTable, self: string): boolean {
    const seats = [...table.seats.values()]
    return seats.some(
      ({ memberId, sn }) =>
        memberId === self || (sn !== undefined && this.#directory.find(sn, operator.caller.scope)),
    )
  }

  /** Devices in a meeting that none of its operators may see. */
  #unseenDevices(table: MeetingTable): Seat[] {
    const scopes = table.joinedOperators().map(({ operator }) => operator!.caller.scope)
    return table
      .present()
      .filter(({ sn }) => sn !== undefined && !scopes.some((scope) => this.#directory.find(sn, scope)))
  }

  /** Whether an operator may know of nobody else who is in a meeting. */
  #isForeign(operator: TalkOperator, table: MeetingTable): boolean {
    const { scope } = operator.caller
    const others = table.present().filter((seat) => seat.operator !== operator)
    const mayKnow = ({ sn, operator: other }: Seat) =>
      sn === undefined
        ? other === undefined || this.#directory.overlap(other.caller.scope, scope)
        : this.#directory.find(sn, scope) !== undefined
    return others.length > 0 && !others.some(mayKnow)
  }

  /** Operators of other accounts that this one may know of, each account once. */
  #people(operator: TalkOperator): TalkOperator[] {
    const byUser = new Map<number, TalkOperator>()
    for (const other of this.#operators) {
      const foreign = other.caller.userId !== operator.caller.userId
      if (foreign && this.#directory.overlap(other.caller.scope, operator.caller.scope))
        byUser.set(other.caller.userId, other)
    }
    return [...byUser.values()]
  }

  #tellAll(): void {
    for (const operator of this.#operators) this.#tell(operator)
  }

  #tell(operator: TalkOperator): void {
    const self = operatorMember(operator.caller.userId)
    const list = [...this.#tables.values()].filter((table) => this.#mayKnow(operator, table, self))
    operator.link.say({
      type: 'meetings',
      list: list.map((table) => table.record()),
      people: this.#people(operator).map(({ caller }) => ({ userId: caller.userId, name: caller.name })),
    })
  }
}
