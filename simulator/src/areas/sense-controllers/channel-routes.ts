import {
  addControllerChannel,
  deleteControllerChannel,
  listControllerChannels,
  probeController,
  updateControllerChannel,
} from '@backlot/contract/sense-controllers/calls'
import { CONTROLLER_LIMITS } from '@backlot/contract/sense-controllers/constants'
import type { BusPoll, ControllerChannel } from '@backlot/contract/sense-controllers/entities'
import { bytesOf, hexText } from '@backlot/contract/sense-controllers/modbus'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { Language } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { changesOf } from '../shared/audit.ts'
import { refuseUnready } from '../shared/refuse-unready.ts'
import type { RouteContext } from './route-context.ts'

/** Sensors on the lines of stations, and scripts tried there. */
export function channelRoutes(area: RouteContext): Route[] {
  const { bus, catalogue, quantities } = area

  const reach = (context: HandlerContext, sn: string) => {
    const station = bus.mayUse(sn, context.caller.scope) ? bus.station(sn, area.nowMs()) : undefined
    if (!station) throw refusal('notFound', 'noBus', {}, 'sn')
    return station
  }
  const nameOf = (code: string, language: Language) => {
    const known = quantities.find(code)
    const name = known && (language === 'zh' ? known.nameZh : known.nameEn)
    return { code, name: name ?? code, F: known?.unit ?? '' }
  }
  const viewOf = (sn: string, chnId: number, poll: BusPoll, language: Language): ControllerChannel => {
    const entry = catalogue.find(poll.ctrlId)
    const { id, ctrlId, address, baudRate, script, codes } = poll
    return {
      id,
      sn,
      chnId,
      ctrlId,
      number: entry?.number ?? '',
      name: entry?.name[language] ?? '',
      model: entry?.model ?? '',
      address,
      baudRate,
      script,
      quantities: codes.map((code) => nameOf(code, language)),
      heard: [...bus.heard(sn, poll)],
    }
  }

  const list = route(listControllerChannels, ({ query: { sn } }, context) => {
    const { chnId } = reach(context, sn)
    const language = area.language(context)
    const polls = [...bus.polls(sn, area.nowMs())].sort((a, b) => a.address - b.address)
    return {
      list: polls.map((poll) => viewOf(sn, chnId, poll, language)),
      version: bus.version(sn),
      asItCame: bus.asItCame(sn, area.nowMs()),
    }
  })

  /** Sets a line to the result of `edit`, when nobody else changed it and its station is online to receive it. */
  const change = (
    context: HandlerContext,
    { sn, version }: { sn: string; version: number },
    edit: (polls: readonly BusPoll[]) => readonly BusPoll[],
  ) =>
    area.inTurn(async () => {
      const { online, condition } = reach(context, sn)
      if (!online) throw refusal('deviceOffline', 'deviceOffline')
      refuseUnready(condition, 'order')
      if (bus.version(sn) !== version) throw refusal('conflict', 'busChanged')
      const atMs = area.nowMs()
      await bus.set(sn, edit(bus.polls(sn, atMs)), atMs)
    })
  const refuseTaken = (polls: readonly BusPoll[], address: number, except: number) => {
    if (!polls.some((poll) => poll.address === address && poll.id !== except)) return
    throw refusal('conflict', 'busAddressTaken', { address }, 'address')
  }
  /** The sensor of a poll by its name, for the user log. */
  const namedIn = ({ ctrlId }: Pick<BusPoll, 'ctrlId'>) => {
    const name = catalogue.find(ctrlId)?.name
    return name ? { name } : {}
  }
  const pollIn = (polls: readonly BusPoll[], id: number): BusPoll => {
    const poll = polls.find((each) => each.id === id)
    if (!poll) throw refusal('notFound', 'busPlaceNotFound', {}, 'id')
    return poll
  }

  const add = route(addControllerChannel, async ({ body }, context) => {
    let id = 1
    await change(context, body, (polls) => {
      const entry = catalogue.find(body.ctrlId)
      if (!entry) throw refusal('notFound', 'controllerNotFound', {}, 'ctrlId')
      if (polls.length >= CONTROLLER_LIMITS.perLine) throw refusal('conflict', 'busFull', {}, 'sn')
      refuseTaken(polls, body.address, 0)
      id = Math.max(0, ...polls.map((poll) => poll.id)) + 1
      const { ctrlId, address } = body
      const { baudRate, codes } = entry
      context.note({ name: entry.name, address })
      const script = bus.scriptAt(entry.script, address)
      return [...polls, { id, ctrlId, address, baudRate, script, codes }]
    })
    return { id }
  })

  const update = route(updateControllerChannel, async ({ body }, context) => {
    const { id, address } = body
    await change(context, body, (polls) => {
      const moved = pollIn(polls, id)
      refuseTaken(polls, address, id)
      context.note({ ...namedIn(moved), ...changesOf({ address: moved.address }, { address }) })
      const script = bus.scriptAt(moved.script, address)
      return polls.map((poll) => (poll.id === id ? { ...poll, address, script } : poll))
    })
    return {}
  })

  const remove = route(deleteControllerChannel, async ({ body }, context) => {
    await change(context, body, (polls) => {
      const { address, ...gone } = pollIn(polls, body.id)
      context.note({ ...namedIn(gone), address })
      return polls.filter(({ id }) => id !== body.id)
    })
    return {}
  })

  const probe = route(probeController, ({ body }, context) => {
    const { sn, script, baudRate, codes } = body
    const language = area.language(context)
    const { online, condition } = reach(context, sn)
    const bytes = bytesOf(script)
    if (!bytes || bytes.length < 4) throw refusal('invalid', 'scriptForm', {}, 'script')
    if (!online) throw refusal('deviceOffline', 'deviceOffline')
    refuseUnready(condition, 'read')
    const request = hexText(bytes)
    const answer = bus.answer(sn, request, baudRate, area.nowMs())
    if (!answer) return { result: 'silent' as const, request, answer: '', registers: [], values: [] }
    const decimalsOf = (code: string) => quantities.reportedDecimals(code) ?? 0
    const { exceptionCode, registers, values } = bus.read(answer, codes, decimalsOf)
    return {
      result: exceptionCode === undefined ? ('answered' as const) : ('exception' as const),
      request,
      answer: hexText(answer),
      ...(exceptionCode === undefined ? {} : { exceptionCode }),
      registers,
      values: values.map(({ code, value }) => ({
        ...nameOf(code, language),
        V: value,
        F: quantities.reportedUnit(code) ?? '',
        decimals: decimalsOf(code),
      })),
    }
  })

  return [list, add, update, remove, probe]
}
