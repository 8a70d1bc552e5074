import {
  alarmPicture,
  alarmTypes,
  changeAlarmType,
  changeReadState,
  getAlarm,
  listAlarms,
  processAlarms,
  shieldList,
  updateShieldList,
} from '@backlot/contract/alarms/calls'
import { type Alarm, alarmFlagAfter, PROCESSING_TYPES } from '@backlot/contract/alarms/entities'
import type { DataIn } from '@backlot/contract/call'
import { hasCapability } from '@backlot/contract/capabilities'
import type { Publisher } from '../../channel/publisher.ts'
import type { BodyCache } from '../../http/body-cache.ts'
import type { Caller, HandlerContext, Route } from '../../http/route.ts'
import { JsonBytes, RawReply, route } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { actorOf } from '../audit.ts'
import { languageOf } from '../language.ts'
import { refusal, spoken } from '../refusal.ts'
import { scopeKey } from '../scope-key.ts'
import { AlarmBook } from './alarm-book.ts'
import { readFlags } from './alarm-counters.ts'
import { type AlarmRow, alarmOf, storedResources } from './alarm-row.ts'
import { alarmTypeNodes, isAlarmType } from './alarm-types.ts'
import { findRefs } from './find-refs.ts'
import { countMatches, type PageMark, readAfter, readAfterJson, readPage } from './list-query.ts'
import { listSpan } from './list-span.ts'
import { continues, decodeMark, encodeMark } from './page-mark.ts'
import type { AlarmDevicesPort, AlarmScopePort, PicturesPort } from './ports.ts'

export type AlarmsDeps = {
  store: Store
  clock: PlatformClock
  publisher: Publisher
  devices: AlarmDevicesPort
  scope: AlarmScopePort
  pictures: PicturesPort
  cache: BodyCache
  /** A work order server is configured: processing with 5 offers work orders. */
  workOrders: boolean
}

export type AlarmsArea = {
  routes: Route[]
  book: AlarmBook
  /** Stored alarms in commit order, for consoles that resume. */
  feed: {
    newestCursor(): number
    /** At most `limit` alarms with a larger cursor. updateOnly: came in at or before `cursor` and changed since. */
    after(cursor: number, limit: number): { alarm: Alarm; updateOnly: boolean }[]
  }
  /** The alarms that a request names; throws notFound when the caller may not see one of them. */
  rowsFor(context: HandlerContext, refs: readonly { id?: number; sn: string; alarmSeq: string }[]): AlarmRow[]
  /** Sets the flags of devices as they were when the platform was stopped. */
  restoreFlags(): void
}

/** The data of a list: rows that are JSON already, and what is said of them. */
function listBytes(rows: Buffer, rest: Omit<DataIn<typeof listAlarms>, 'list'>): JsonBytes {
  return new JsonBytes(['{"list":[', rows, `],${JSON.stringify(rest).slice(1)}`])
}

/** Alarms: what came in, who has seen it, what was done about it. */
export function createAlarmsArea(deps: AlarmsDeps): AlarmsArea {
  const { store, clock, devices, scope, cache } = deps
  const book = new AlarmBook(store, devices, deps.publisher)
  const nowMs = () => Math.floor(clock.now())

  /** Groups that a caller may see, below a group when one is asked for. */
  const groupsFor = (caller: Caller, nodeId: number | undefined): readonly number[] | undefined => {
    const allowed = scope.groupIdsIn(caller.scope)
    if (nodeId === undefined || nodeId === 0) return allowed
    return scope.groupIdsBelow(nodeId).filter((groupId) => scope.inScope(groupId, caller.scope))
  }
  const visible = (row: AlarmRow | undefined, caller: Caller): row is AlarmRow =>
    row !== undefined && row.start_ms <= nowMs() && scope.inScope(row.group_id, caller.scope)
  const rowsFor: AlarmsArea['rowsFor'] = (context, refs) => {
    const rows = findRefs(store.read, refs)
    if (!rows?.every((row) => visible(row, context.caller))) {
      throw refusal('notFound', 'alarmNotFound', languageOf(context.request.headers), {}, 'list')
    }
    return rows
  }
  const feed: AlarmsArea['feed'] = {
    newestCursor: () => book.cursor(),
    after: (cursor, limit) =>
      readAfter(store.read, { after: cursor, nowMs: nowMs(), groupIds: undefined, limit }).map((row) => ({
        alarm: alarmOf(row),
        updateOnly: row.raised_cursor <= cursor,
      })),
  }

  const list = route(listAlarms, ({ query }, context) => {
    const { caller, request } = context
    const language = languageOf(request.headers)
    const { pageSize, currentPage } = query
    if (query.after !== undefined) {
      const newest = book.cursor()
      const groupIds = groupsFor(caller, query.nodeId)
      const wish = { after: query.after, nowMs: nowMs(), groupIds, limit: pageSize }
      const { rows, count, lastCursor } = readAfterJson(store.read, wish, language)
      const full = count === pageSize
      return listBytes(rows, {
        total: count,
        totalCapped: full,
        cursor: full ? (lastCursor ?? newest) : newest,
      })
    }
    const present = nowMs()
    const asked = listSpan(query, Math.floor(present / 1000))
    if (typeof asked === 'string') throw refusal('invalid', asked, language, {}, 'endTime')
    const span = { ...asked, nowMs: present }
    let from: { offset: number } | { mark: PageMark } = { offset: (currentPage - 1) * pageSize }
    let { sort = 'startTime', order = 'desc' } = query
    if (query.next !== undefined) {
      const next = decodeMark(query.next)
      if (!next) throw refusal('invalid', 'nextForm', language, {}, 'next')
      // What the query leaves open is as the mark says.
      sort = query.sort ?? next.sort
      order = query.order ?? next.order
      if (!continues(next, { sort, order, language }))
        throw refusal('invalid', 'nextSort', language, {}, 'next')
      from = { mark: next.mark }
    }
    const { startTime, endTime, ...rest } = query
    const key = `alarms|${language}|${scopeKey(caller.scope)}|${span.startTime}|${span.endTime}|${JSON.stringify(rest)}`
    return cache.reply(request, key, `${book.version()}.${deps.scope.version()}`, () => {
      const filter = { ...rest, groupIds: groupsFor(caller, query.nodeId) }
      const cursor = book.cursor()
      const page = readPage(store.read, {
        span,
        filter,
        sort,
        order,
        language,
        pageSize,
        from,
      })
      const { total, capped } = countMatches(store.read, { span, filter })
      return listBytes(page.rows, {
        total,
        currentPage,
        pageSize,
        ...(capped ? { totalCapped: true } : {}),
        cursor,
        ...(page.mark ? { next: encodeMark({ sort, order, language }, page.mark) } : {}),
      })
    })
  })

  const get = route(getAlarm, ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const read = store.read
    const row = (
      query.id !== undefined
        ? read.prepare('SELECT * FROM alarms WHERE id = ?').get(query.id)
        : read
            .prepare('SELECT * FROM alarms WHERE sn = ? AND alarm_seq = ? ORDER BY id DESC LIMIT 1')
            .get(query.sn ?? '', query.alarmSeq ?? '')
    ) as AlarmRow | undefined
    if (!visible(row, context.caller)) throw refusal('notFound', 'alarmNotFound', language, {}, 'id')
    return alarmOf(row, language)
  })

  const types = route(alarmTypes, (_input, context) => ({
    list: alarmTypeNodes(languageOf(context.request.headers)),
  }))

  const shield = route(shieldList, (_input, { caller }) => {
    const row = store.read
      .prepare('SELECT shield_list AS shieldList FROM alarm_shields WHERE user_id = ?')
      .get(caller.userId) as { shieldList: string } | undefined
    return { shieldList: row?.shieldList ?? '' }
  })

  const shieldUpdate = route(updateShieldList, async ({ body }, context) => {
    await store.write('alarms.setShieldList', {
      userId: context.caller.userId,
      shieldList: [...new Set(body.shieldList.split(',').filter((item) => item !== ''))].join(','),
      actor: actorOf(context, nowMs()),
    })
    return {}
  })

  const process = route(processAlarms, async ({ body }, context) => {
    const { caller } = context
    const rows = rowsFor(context, body.list)
    const write = store.write('alarms.process', {
      ids: rows.map(({ id }) => id),
      type: body.type,
      content: body.content,
      mayRepeat: caller.type === 0 || caller.firstProcess !== 1,
      actor: actorOf(context, nowMs()),
      processingName: caller.name,
    })
    const processed = await spoken(write, languageOf(context.request.headers))
    book.changed(processed, alarmFlagAfter(body.type))
    const offersOrders = deps.workOrders && hasCapability(caller.systemFunction, 'workOrder')
    return { autoNewCross: offersOrders && body.type === PROCESSING_TYPES.sure }
  })

  const read = route(changeReadState, async ({ body }, context) => {
    const rows = rowsFor(context, body.list)
    book.changed(await store.write('alarms.markRead', { ids: rows.map(({ id }) => id) }))
    return {}
  })

  const retype = route(changeAlarmType, async ({ body }, context) => {
    const language = languageOf(context.request.headers)
    const row = store.read.prepare('SELECT * FROM alarms WHERE id = ? AND sn = ?').get(body.id, body.sn) as
      | AlarmRow
      | undefined
    if (!visible(row, context.caller)) throw refusal('notFound', 'alarmNotFound', language, {}, 'id')
    const subType = body.subType ?? ''
    if (!isAlarmType(body.type, subType)) throw refusal('invalid', 'alarmTypeUnknown', language, {}, 'type')
    const write = store.write('alarms.changeType', {
      id: body.id,
      type: body.type,
      subType,
      actor: actorOf(context, nowMs()),
    })
    book.changed([await spoken(write, language)])
    return {}
  })

  const picture = route(alarmPicture, async ({ params }, context) => {
    const language = languageOf(context.request.headers)
    const row = store.read.prepare('SELECT * FROM alarms WHERE id = ?').get(Number(params['id'])) as
      | AlarmRow
      | undefined
    const resource = visible(row, context.caller) ? storedResources(row)[Number(params['index'])] : undefined
    if (!resource || 'url' in resource) throw refusal('notFound', 'pictureNotFound', language, {}, 'index')
    const { sn, chnId, atMs } = resource.recipe
    const etag = `"${sn}.${chnId}.${Math.round(atMs)}"`
    const headers = { 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache', etag }
    if (context.request.headers['if-none-match'] === etag) return new RawReply('', headers, 304)
    return new RawReply(await deps.pictures.render(resource.recipe), headers)
  })

  return {
    routes: [list, get, types, shield, shieldUpdate, process, read, retype, picture],
    book,
    feed,
    rowsFor,
    restoreFlags() {
      for (const { sn, alarmFlg } of readFlags(store.read))
        if (devices.exists(sn)) devices.setFlag(sn, alarmFlg)
    },
  }
}
